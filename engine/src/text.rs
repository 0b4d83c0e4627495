//! Types that serialise as their text.

/// Has types serialise as their text, if this crate's feature `serde` is on; otherwise it does
/// nothing.
///
/// The types implement `Display` and `FromStr`; what is written is the alternate form, `{:#}`, which of
/// the position of a game includes the rules.
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serde_as_text {
    ($($Type:ty),+ $(,)?) => {$(
        impl $crate::serde::Serialize for $Type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("{self:#}"))
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let text = <String as $crate::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    )+};
}

/// Has types serialise as their text, if this crate's feature `serde` is on; otherwise it does
/// nothing.
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! serde_as_text {
    ($($Type:ty),+ $(,)?) => {};
}

/// Has sets serialise as lists of their members.
#[doc(hidden)]
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serde_as_list {
    ($Set:ty, $Item:ty) => {
        impl $crate::serde::Serialize for $Set {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Set {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let items = <Vec<$Item> as $crate::serde::Deserialize>::deserialize(deserializer)?;
                Ok(items.into_iter().collect())
            }
        }
    };
}

#[doc(hidden)]
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! serde_as_list {
    ($Set:ty, $Item:ty) => {};
}
