//! Collateral Checkers (N. Lepka, 2024): to come. There is nothing here yet.
