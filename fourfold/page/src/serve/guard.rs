//! Which requests are answered, and what the browser may load.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::header::{
    CONNECTION, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::connections::Visitor;

/// The content security policy: files of this server only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Debug)]
pub(super) struct Guests {
    /// The names of this machine in addresses of the page, with the port.
    pub(super) hosts: Vec<String>,
    /// The port, which is in the name of the cookie: browsers keep those of a host together.
    pub(super) port: u16,
    /// The word that a browser has to know, from the link or from a cookie; without one all that ask this
    /// machine by its name are answered.
    pub(super) token: Option<String>,
}

/// Refuses requests for another host, requests by pages of other sites, and those without the token, and closes
/// their connections. Adds security headers to all responses.
pub(super) async fn guard(
    State(guests): State<Arc<Guests>>,
    Extension(visitor): Extension<Arc<Visitor>>,
    mut request: Request,
    next: Next,
) -> Response {
    let mut response = match guests.admit(&request) {
        Admission::Granted => {
            request.extensions_mut().insert(visitor.admit());
            next.run(request).await
        }
        Admission::ByLink(cookie) => ([(SET_COOKIE, cookie)], Redirect::to("/")).into_response(),
        Admission::Refused(message) => {
            (StatusCode::FORBIDDEN, [(CONNECTION, "close")], message).into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

enum Admission {
    Granted,
    /// It came by the link with the token, which the browser is to keep as this cookie.
    ByLink(String),
    Refused(&'static str),
}

impl Guests {
    fn admit(&self, request: &Request) -> Admission {
        // Programs differ in which of several headers they believe.
        let all = |name: HeaderName| -> Vec<&str> {
            let values = request.headers().get_all(name).iter();
            values.map(|value| value.to_str().unwrap_or_default()).collect()
        };
        let is_ours = |host: &str| self.hosts.iter().any(|ours| ours == host);
        let host = matches!(all(HOST)[..], [host] if is_ours(host));
        let origin = match all(ORIGIN)[..] {
            [] => true,
            [origin] => origin.strip_prefix("http://").is_some_and(is_ours),
            _ => false,
        };
        let site = all(HeaderName::from_static("sec-fetch-site"));
        let Some(token) = &self.token else {
            let site = matches!(site[..], [] | ["same-origin" | "none"]);
            let message = "this server answers its own page on this machine only\n";
            let ours = host && origin && site;
            return if ours { Admission::Granted } else { Admission::Refused(message) };
        };
        let cookie = format!("fourfold-{}={token}", self.port);
        let cookies = all(COOKIE);
        let known = cookies.iter().flat_map(|line| line.split("; ")).any(|one| one == cookie);
        let ours = host && origin;
        // The link may stand on a page of another site.
        let is_page = request.uri().path() == "/";
        if ours && known && (is_page || matches!(site[..], [] | ["same-origin" | "none"])) {
            return Admission::Granted;
        }
        let by_link = request.uri().query() == Some(&format!("token={token}"));
        if ours && by_link && is_page {
            return Admission::ByLink(format!("{cookie}; Path=/; HttpOnly; SameSite=Lax"));
        }
        Admission::Refused("open the link that the program has printed\n")
    }
}
