/** What can be wrong with a request as such, whatever it asks for. */
export const httpErrors = {
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    description: 'The body could not be read as one JSON text in UTF-8, or it is nested too deeply. Nothing was done.',
  },
  'invalid-header': {
    status: 400,
    title: 'A header cannot be read',
    description: 'A request header has a value that its definition does not allow; the detail names the header.',
  },
  unauthorized: {
    status: 401,
    title: 'The key is missing, unknown or revoked',
    description: 'Send a valid API key in the header Authorization, as it is or after the word Bearer.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    description: 'The caller is known but may not use this operation.',
  },
  'account-mismatch': {
    status: 403,
    title: 'The account is not the account of the key',
    description: 'The account named in the path, in the body or by its Operator ID must be the one the key belongs to.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    description: 'What the request addresses does not exist for this account.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    description: 'The path exists, but not with this method; the header Allow lists those it has.',
  },
  'request-in-progress': {
    status: 409,
    title: 'The same request is still running',
    description: 'A request with this Idempotency-Key has not finished. Repeat it after the time named in Retry-After.',
  },
  'secret-already-given': {
    status: 409,
    title: 'The answer held a secret and was not kept',
    description: 'A request with this Idempotency-Key was answered before; its secret is shown only once.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    description: 'The ETag in If-Match is not the current one. Read the resource again and repeat.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    description: 'The body is larger than this operation accepts.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The content type is not supported',
    description: 'Send JSON in UTF-8 as application/json or text/plain, unless the operation says otherwise.',
  },
  'unknown-field': {
    status: 422,
    title: 'A field is not known',
    description: 'The pointer names a field that this operation does not have. Check its spelling and its place.',
  },
  'required-field': {
    status: 422,
    title: 'A required field is missing',
    description: 'The pointer names the field that has to be sent.',
  },
  'invalid-field': {
    status: 422,
    title: 'A field has a value that is not allowed',
    description: 'The pointer names the field, the message says what it must be.',
  },
  'exactly-one-of': {
    status: 422,
    title: 'Exactly one of several fields must be sent',
    description: 'The pointer names the object in which none, or more than one, of the alternatives was found.',
  },
  'invalid-text': {
    status: 422,
    title: 'A text holds characters that cannot be kept',
    description: 'The character NUL and halves of surrogate pairs are refused; any other Unicode text is kept exactly.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    description: 'The same key came with another body within 24 hours. Use a new key for a new request.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    description: 'Wait for the time named in Retry-After; RateLimit and RateLimit-Policy tell what is left.',
  },
  'internal-error': {
    status: 500,
    title: 'The service failed',
    description: 'The fault is ours. Quote the request id to support.',
  },
  'part-unavailable': {
    status: 503,
    title: 'A part of the service is not available',
    description: 'Nothing was lost. Repeat the request after the time named in Retry-After.',
  },
} as const
