//! What becomes of a service's answer: the result of a call, or why there is none.

use serde_json::{Map, Value, json};
use turno_core::fields_without_unseen;
use turno_language::{Language, format};
use turno_runtime::port::{OutsideError, ToolContext, ToolError};
use turno_web::outgoing::{OutgoingError, OutgoingFault, OutgoingResponse};

use super::file::FileConflict;
use super::service::{BYTES_MAX, Service};
use super::template::{FillError, Name, Template, Values};

impl Service {
    /// What came of a call that only reads: a refusal of the other side is a result, too.
    pub(super) fn read(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
        sent: Result<OutgoingResponse, OutgoingError>,
    ) -> Result<Value, ToolError> {
        let language = context.language.unwrap_or_default();
        let masked = |text: String| ToolError::Failed(self.means.secrets.mask(&text));
        let unreadable = |text: String| ToolError::Unreadable(self.means.secrets.mask(&text));
        let answered = sent.and_then(OutgoingResponse::into_success);
        let error = match answered {
            Ok(answer) => {
                let fields = self.fields(language, parameters, &answer).map_err(unreadable)?;
                return self.completed(fields, context, parameters).map_err(unreadable);
            }
            Err(error) => error,
        };
        match error.fault {
            OutgoingFault::Status { status, .. } => Ok(self.refusal(context, &error, status)),
            OutgoingFault::Refused(_)
            | OutgoingFault::Unreachable { .. }
            | OutgoingFault::TimedOut { .. }
            | OutgoingFault::Broken { .. }
            | OutgoingFault::Redirects { .. } => Err(masked(error.to_string())),
        }
    }

    /// What came of a call that acts: what was done and cannot be read is done all the same.
    pub(super) fn acted(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
        sent: Result<OutgoingResponse, OutgoingError>,
    ) -> Result<Value, OutsideError> {
        let language = context.language.unwrap_or_default();
        let unread = |why: &str| Map::from_iter([("detail".to_owned(), json!(self.means.secrets.mask(why)))]);
        let done = |fields: Map<String, Value>| {
            let completed = self.completed(fields, context, parameters);
            completed.map_err(OutsideError::Unknown)
        };
        let error = match sent {
            // Of what is too long nothing is read, and it was done.
            Ok(answer) if answer.is_success() && answer.is_cut => {
                let mut fields = unread(&too_long());
                fields.insert("is_cut".to_owned(), Value::Bool(true));
                return done(fields);
            }
            Ok(answer) if answer.is_success() => {
                return done(self.fields(language, parameters, &answer).unwrap_or_else(|why| unread(&why)));
            }
            Ok(answer) => match answer.into_success() {
                Ok(_) => return done(Map::new()),
                Err(error) => error,
            },
            Err(error) => error,
        };
        match error.fault {
            OutgoingFault::Status { status: 409, .. } if self.on_conflict == FileConflict::Done => {
                done(Map::new())
            }
            OutgoingFault::Status { status: 409, .. } if self.on_conflict == FileConflict::Unknown => {
                Err(self.masked(error))
            }
            OutgoingFault::Status { status: status @ 400..=499, .. }
                if !matches!(status, 408 | 425 | 429) =>
            {
                Ok(self.refusal(context, &error, status))
            }
            OutgoingFault::Status { .. }
            | OutgoingFault::Refused(_)
            | OutgoingFault::Unreachable { .. }
            | OutgoingFault::TimedOut { .. }
            | OutgoingFault::Broken { .. }
            | OutgoingFault::Redirects { .. } => Err(self.masked(error)),
        }
    }

    /// What a success gives, transformed.
    ///
    /// # Errors
    /// Why the answer is of no use.
    fn fields(
        &self,
        language: Language,
        parameters: &Map<String, Value>,
        answer: &OutgoingResponse,
    ) -> Result<Map<String, Value>, String> {
        if answer.is_cut {
            return Err(too_long());
        }
        let response = response_value(answer);
        let transformed = match &self.transform {
            Some(transform) => {
                let refuses = response.get("success").is_some_and(is_no);
                let mut given = transform.apply(&response, answer.status, parameters, language)?;
                // What the transform leaves out is a no all the same.
                if let Value::Object(fields) = &mut given
                    && refuses
                {
                    fields.entry("success").or_insert(Value::Bool(false));
                }
                given
            }
            None => response,
        };
        Ok(match self.means.secrets.mask_value(transformed) {
            Value::Object(fields) => fields_without_unseen(fields),
            Value::Null => Map::new(),
            data @ (Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
                fields_without_unseen(Map::from_iter([("data".to_owned(), data)]))
            }
        })
    }

    /// A result with `success`, and with a message where it acted or its file has one.
    ///
    /// # Errors
    /// Where it only read, and the answer has not what its message names. What was done is done: it is told without.
    fn completed(
        &self,
        mut fields: Map<String, Value>,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Value, String> {
        let says_no = fields.get("success").is_some_and(is_no);
        if !fields.get("success").is_some_and(Value::is_boolean) {
            fields.insert("success".to_owned(), Value::Bool(!says_no));
        }
        let language = context.language.unwrap_or_default();
        let own = self.result_message.get(&language);
        let own = own.or_else(|| self.result_message.values().next());
        let given = fields.clone();
        // What a service says of itself is for its own people: a transform says what of it is meant for the customer.
        if own.is_some() && self.transform.is_none() {
            if let Some(said) = fields.remove("message") {
                fields.entry("service_message").or_insert(said);
            }
            fields.remove("speech");
        }
        if fields.get("message").is_none_or(|message| !message.is_string()) {
            let has_words = own.is_some() || self.acts;
            // The words of a success are none of a refusal.
            let message = if fields["success"] == Value::Bool(false) {
                has_words.then(|| self.refused(200, language, None).1)
            } else {
                match own.map(|own| self.told(own, &given, context, parameters)) {
                    Some(Ok(message)) => Some(message),
                    Some(Err(why)) if !self.acts => return Err(why),
                    Some(Err(_)) | None => {
                        self.acts.then(|| language.message("custom.done").text().to_owned())
                    }
                }
            };
            if let Some(message) = message {
                fields.insert("message".to_owned(), Value::from(message));
            }
        }
        if let Some(message) = fields.get("message").cloned() {
            fields.entry("speech").or_insert(message);
        }
        Ok(Value::Object(fields))
    }

    /// Its own words for a success.
    ///
    /// # Errors
    /// Where they name what neither the answer nor the call has. A parameter that was left out is no such thing.
    fn told(
        &self,
        words: &Template,
        fields: &Map<String, Value>,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<String, String> {
        let mut named = parameters.clone();
        named.extend(fields.iter().map(|(name, value)| (name.clone(), value.clone())));
        let values = Values { parameters: &named, context, secrets: &self.means.secrets };
        let of_schema = self.spec.parameters.get("properties");
        for name in words.names() {
            let has_value = values.get(name).map_err(|error| error.to_string())?.is_some();
            match name {
                Name::Parameter(name) if !has_value && of_schema.and_then(|all| all.get(name)).is_none() => {
                    return Err(format!("the answer has no `{name}`, which result_message names"));
                }
                Name::Context(known) if !has_value => {
                    return Err(format!(
                        "`context.{}`, which result_message names, is not known of this call",
                        known.name()
                    ));
                }
                Name::Parameter(_) | Name::Secret(_) | Name::Context(_) => {}
            }
        }
        words.fill(&values).map_err(|error| match error {
            FillError::Value(why) => why,
            FillError::Secret(missing) => missing.to_string(),
        })
    }

    /// The result of an answer that says no.
    fn refusal(&self, context: &ToolContext, error: &OutgoingError, status: u16) -> Value {
        let OutgoingFault::Status { retry_after_ms, said, .. } = &error.fault else {
            return Value::Null;
        };
        let language = context.language.unwrap_or_default();
        let (reason, message) = self.refused(status, language, *retry_after_ms);
        let mut result = json!({
            "success": false, "reason": reason, "status": status, "message": message, "speech": message,
            "detail": self.means.secrets.mask(&error.to_string()),
        });
        if let Some(said) = said {
            result["service_message"] = json!(self.means.secrets.mask(said));
        }
        if let Some(wait) = retry_after_ms {
            result["retry_after_ms"] = json!(wait);
        }
        result
    }

    /// The reason of a refusal, and what is said of it: of a call that acts, that nothing was done.
    fn refused(
        &self,
        status: u16,
        language: Language,
        retry_after_ms: Option<u64>,
    ) -> (&'static str, String) {
        let (reason, [plain, undone]) = match status {
            404 | 410 => ("not_found", ["custom.not_found", "custom.not_found_nothing_done"]),
            408 | 425 | 429 | 503 => ("busy", ["custom.busy", "custom.busy_nothing_done"]),
            200..=499 => ("refused", ["custom.refused", "custom.refused_nothing_done"]),
            _ => ("failed", ["custom.failed", "custom.failed_nothing_done"]),
        };
        let message = language.message(if self.acts { undone } else { plain });
        let wait = format::wait(language, retry_after_ms);
        (reason, message.with(&[("wait", &wait)]))
    }

    fn masked(&self, error: OutgoingError) -> OutsideError {
        let mask = |text: String| self.means.secrets.mask(&text);
        match OutsideError::from(error) {
            OutsideError::NotDone(message) => OutsideError::NotDone(mask(message)),
            OutsideError::Invalid(message) => OutsideError::Invalid(mask(message)),
            OutsideError::Unknown(message) => OutsideError::Unknown(mask(message)),
            OutsideError::Busy { message, retry_after_ms } => {
                OutsideError::Busy { message: mask(message), retry_after_ms }
            }
        }
    }
}

/// A body as a value: what it holds where it is JSON, else its text; nothing where it is empty.
pub(super) fn response_value(answer: &OutgoingResponse) -> Value {
    let text = answer.text();
    match text.trim() {
        "" => Value::Null,
        trimmed => serde_json::from_str(trimmed).unwrap_or_else(|_| Value::from(text.as_str())),
    }
}

/// `false`, as it is or written out.
fn is_no(success: &Value) -> bool {
    match success {
        Value::Bool(success) => !success,
        Value::String(success) => success.trim().eq_ignore_ascii_case("false"),
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

fn too_long() -> String {
    format!("the answer has more than {BYTES_MAX} bytes")
}
