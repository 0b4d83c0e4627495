//! Arrays of planes and of masks, and the rows of them that are of one game.

use std::iter;
use std::ops::Range;

use engine::observe::{Places, Write};
use kit::Dynamic;
use numpy::{
    PyArray3, PyArrayMethods, PyReadwriteArray2, PyReadwriteArray3, PyUntypedArrayMethods,
};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::{bad, text_of};

/// Planes of floating-point numbers, or of bytes, where counts are parts of 255.
pub(crate) enum Planes<'py> {
    Floats(PyReadwriteArray3<'py, f32>),
    Bytes(PyReadwriteArray3<'py, u8>),
}

impl<'py> Planes<'py> {
    /// New ones of zeros, or a MemoryError.
    pub(crate) fn zeros(
        py: Python<'py>,
        shape: [usize; 3],
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let zeros = |dtype| py.import("numpy")?.call_method1("zeros", (shape, dtype));
        dtype.map_or_else(|| zeros("float32".into_bound_py_any(py)?), |dtype| zeros(dtype.clone()))
    }

    /// Those of an array of this shape.
    pub(crate) fn of(array: &Bound<'py, PyAny>, shape: &[usize]) -> PyResult<Self> {
        if let Ok(array) = array.cast::<PyArray3<f32>>() {
            fits("planes", array.shape(), shape)?;
            Ok(Self::Floats(array.try_readwrite()?))
        } else if let Ok(array) = array.cast::<PyArray3<u8>>() {
            fits("planes", array.shape(), shape)?;
            Ok(Self::Bytes(array.try_readwrite()?))
        } else {
            let found =
                array.getattr("dtype").map_or(Ok("no array".to_owned()), |d| text_of(&d))?;
            let expected = format!("float32 or uint8 of the shape {shape:?}");
            Err(PyTypeError::new_err(format!("planes are {found}: expected {expected}")))
        }
    }

    /// The planes of each game.
    pub(crate) fn rows(&mut self, size: usize) -> PyResult<Vec<Cells<'_>>> {
        Ok(match self {
            Self::Floats(array) => {
                array.as_slice_mut()?.chunks_mut(size.max(1)).map(Cells::Floats).collect()
            }
            Self::Bytes(array) => {
                array.as_slice_mut()?.chunks_mut(size.max(1)).map(Cells::Bytes).collect()
            }
        })
    }
}

/// The planes of one game.
pub(crate) enum Cells<'a> {
    Floats(&'a mut [f32]),
    Bytes(&'a mut [u8]),
}

/// The cells of a game that are not zero.
pub(crate) type Marked = Vec<Range<usize>>;

impl Cells<'_> {
    /// Writes a position over cells of which some are marked, or nothing is known.
    pub(crate) fn write(
        &mut self,
        position: &Dynamic,
        pointed: &[u16],
        places: &Places,
        marked: Option<&mut Marked>,
    ) {
        let counts = places.first_count() * places.names().len();
        let byte = |cells: &Range<usize>, value: f32| {
            let whole = if cells.start < counts { 1.0 } else { 255.0 };
            (whole * value).round() as u8
        };
        let show = |write: &mut Write<'_>| position.observe(places, pointed, write);
        match self {
            Self::Floats(row) => rewrite(row, marked, show, |_, value| value),
            Self::Bytes(row) => rewrite(row, marked, show, byte),
        }
    }
}

/// Of planes of up to so many cells all are written, as that takes less time than to mark some.
const SMALL: usize = 4096;

fn rewrite<T: Copy + Default>(
    row: &mut [T],
    marked: Option<&mut Marked>,
    show: impl FnOnce(&mut Write<'_>),
    number: impl Fn(&Range<usize>, f32) -> T,
) {
    let mut marked = marked.filter(|_| row.len() > SMALL);
    match &mut marked {
        Some(marked) => marked.drain(..).for_each(|cells| row[cells].fill(T::default())),
        None => row.fill(T::default()),
    }
    show(&mut |cells, value| {
        let number = number(&cells, value);
        if let Some(marked) = &mut marked {
            marked.push(cells.clone());
        }
        row[cells].fill(number);
    });
}

/// Where a game is written.
#[derive(Default)]
pub(crate) struct Row<'a> {
    pub(crate) mask: Option<&'a mut [bool]>,
    pub(crate) planes: Option<Cells<'a>>,
}

impl<'a> Row<'a> {
    /// Those of this many games.
    pub(crate) fn all(
        [count, height, width]: [usize; 3],
        masks: Option<&'a mut PyReadwriteArray2<'_, bool>>,
        planes: Option<&'a mut Planes<'_>>,
    ) -> PyResult<Vec<Self>> {
        let mut rows: Vec<_> = iter::repeat_with(Self::default).take(count).collect();
        if let Some(masks) = masks {
            fits("masks", masks.shape(), &[count, width])?;
            let masks = masks.as_slice_mut()?.chunks_mut(width.max(1));
            rows.iter_mut().zip(masks).for_each(|(row, mask)| row.mask = Some(mask));
        }
        if let Some(planes) = planes {
            let planes = planes.rows(height * width)?;
            rows.iter_mut().zip(planes).for_each(|(row, planes)| row.planes = Some(planes));
        }
        Ok(rows)
    }
}

/// Whether an array has the shape that is needed.
fn fits(name: &str, found: &[usize], expected: &[usize]) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(bad(format!("{name} have the shape {found:?}: expected {expected:?}")))
}
