//! Which requests are answered, and what the browser may load.

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The content security policy: files of this server, and `within` for inline scripts and styles.
pub(super) fn policy(within: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' {within}; style-src {within}; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Refuses requests for another host and requests by pages of other sites. Adds security headers to
/// all responses.
pub(super) async fn guard(State(port): State<u16>, request: Request, next: Next) -> Response {
    let mut response = if is_ours(request.headers(), port) {
        next.run(request).await
    } else {
        let message = "this server answers its own page on this machine only\n";
        (StatusCode::FORBIDDEN, message).into_response()
    };
    let headers = response.headers_mut();
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'"));
    }
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn is_ours(headers: &HeaderMap, port: u16) -> bool {
    let is_host =
        |host: &str| ["127.0.0.1", "localhost"].iter().any(|ours| host == format!("{ours}:{port}"));
    // Programs differ in which of several headers they believe.
    let all = |name: HeaderName| -> Vec<&str> {
        headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect()
    };
    let host = matches!(all(HOST)[..], [host] if is_host(host));
    let origin = match all(ORIGIN)[..] {
        [] => true,
        [origin] => origin.strip_prefix("http://").is_some_and(is_host),
        _ => false,
    };
    let site = all(HeaderName::from_static("sec-fetch-site"));
    host && origin && matches!(site[..], [] | ["same-origin" | "none"])
}
