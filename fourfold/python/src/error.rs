//! Errors of Python.

use std::collections::TryReserveError;
use std::fmt::Display;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

/// What is wrong with the input.
pub(crate) fn bad(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// There is no memory for so many.
pub(crate) fn too_many(error: TryReserveError) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

/// The text of an object of Python. Not its `Display`, which panics where Python fails or is interrupted.
pub(crate) fn text_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(object.str()?.to_string_lossy().into_owned())
}
