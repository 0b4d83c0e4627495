//! A race of pawns over tiles and mountains (A. Liaw, 2017): to come. There is nothing here yet.
