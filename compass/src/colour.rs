//! The five colours.

engine::letters! {
    /// A colour, ordered by its letter.
    pub enum Colour {
        Blue: 'b' "blue",
        Green: 'g' "green",
        Purple: 'p' "purple",
        Red: 'r' "red",
        Yellow: 'y' "yellow",
    }
}
