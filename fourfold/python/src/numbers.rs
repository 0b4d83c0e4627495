//! Whole numbers of Python as arguments, and arrays of them.

use std::fmt::Display;

use numpy::ndarray::{Dimension, IxDyn};
use numpy::{
    Element, PyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{bad, text_of};

/// A whole number, or None.
pub(crate) trait Number: Sized {
    fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self>;
}

macro_rules! number {
    ($($of:ty),*) => {$(
        impl Number for $of {
            fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                let (least, most) = (Self::MIN, Self::MAX);
                value.extract().map_err(|error| {
                    out_of_range(value, error, |value| {
                        bad(format!("{name}={value}: expected {least} to {most}"))
                    })
                })
            }
        }
    )*};
}

number!(u16, u32, u64, usize);

impl<T: Number> Number for Option<T> {
    fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if value.is_none() { Ok(None) } else { T::read(name, value).map(Some) }
    }
}

/// Functions that read the arguments of these names.
macro_rules! arguments {
    ($($name:ident),*) => {$(
        pub(crate) fn $name<T: Number>(value: &Bound<'_, PyAny>) -> PyResult<T> {
            T::read(stringify!($name), value)
        }
    )*};
}

arguments!(
    action, count, depth, games, ladder, lines, max_pieces, max_plies, memory, nodes, openings,
    plies, positions, seed, size, threads
);

/// What is wrong with a number, if it is one.
fn out_of_range(
    value: &Bound<'_, PyAny>,
    error: PyErr,
    wrong: impl FnOnce(String) -> PyErr,
) -> PyErr {
    if error.is_instance_of::<PyOverflowError>(value.py()) {
        text_of(value).map_or_else(|error| error, wrong)
    } else {
        error
    }
}

/// An index, as of a list.
pub(crate) fn index(value: &Bound<'_, PyAny>) -> PyResult<isize> {
    let too_large = |value| PyIndexError::new_err(format!("index {value} is too large"));
    value.extract().map_err(|error| out_of_range(value, error, too_large))
}

/// An array or a list of whole numbers, which are taken by value, whatever their type. Of the first one that
/// is out of range `wrong` tells, by its index along the first axis.
pub(crate) fn array<'py, T: Element + TryFrom<i64> + TryFrom<u64>>(
    name: &str,
    value: &Bound<'py, PyAny>,
    wrong: impl FnOnce(usize, &dyn Display) -> String,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    if let Ok(array) = value.cast::<PyArrayDyn<T>>() {
        return Ok(array.try_readonly()?);
    }
    let py = value.py();
    let array = py.import("numpy")?.call_method1("asarray", (value,))?;
    let array = array.cast::<PyUntypedArray>()?;
    let outside = match array.dtype().kind() {
        b'i' => outside::<i64, T>(array)?,
        b'u' => outside::<u64, T>(array)?,
        // An empty list is of floating-point numbers.
        _ if array.is_empty() => None,
        _ => {
            let found = text_of(&array.dtype())?;
            let expected = "expected whole numbers of up to 64 bits";
            return Err(PyTypeError::new_err(format!("{name} are of type {found}: {expected}")));
        }
    };
    match outside {
        Some((index, number)) => Err(bad(wrong(index, &number))),
        None => converted::<T>(array),
    }
}

fn converted<'py, T: Element>(
    array: &Bound<'py, PyUntypedArray>,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let array = array.call_method1("astype", (T::get_dtype(array.py()),))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?.try_readonly()?)
}

/// The first number that does not fit, with its index along the first axis.
fn outside<W: Element + Copy + Display, T: TryFrom<W>>(
    array: &Bound<'_, PyUntypedArray>,
) -> PyResult<Option<(usize, String)>> {
    let wide = converted::<W>(array)?;
    let numbers = wide.as_array();
    let found = numbers.indexed_iter().find(|&(_, &number)| T::try_from(number).is_err());
    let index = |place: IxDyn| place.as_array_view().first().copied().unwrap_or_default();
    Ok(found.map(|(place, number)| (index(place), number.to_string())))
}

/// A new array of zeros, or a MemoryError.
pub(crate) fn zeros<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let shape = PyTuple::new(py, shape)?;
    let array = py.import("numpy")?.call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(array.cast_into::<PyArray<T, D>>()?)
}
