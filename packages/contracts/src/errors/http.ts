/** Errors of any request, independent of its operation. */
export const httpErrors = {
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    description: 'The body is not one JSON text in UTF-8, or it is nested too deeply. Nothing was done.',
    remedy: 'Send one JSON text in UTF-8. The detail says where parsing failed.',
  },
  'malformed-request': {
    status: 400,
    title: 'The request is not valid HTTP',
    description:
      'The request line, a header or the framing of the body breaks the rules of HTTP/1.1. The connection is closed.',
    remedy:
      'Send the request with a common HTTP client. Check it for a missing Host header and for line breaks in header values.',
  },
  'bad-target': {
    status: 400,
    title: 'The request target is not valid',
    description:
      'The URL of the request contains a character that is not allowed, such as "#", a backslash, a control character or an encoded slash. The detail names it.',
    remedy:
      'Percent-encode each path segment. For an ID that contains a slash or a backslash, use an operation that takes the ID in the query or in the body.',
  },
  'invalid-header': {
    status: 400,
    title: 'A header is invalid',
    description: 'A request header has a value that is not allowed. The detail names the header.',
    remedy: 'Correct the header that the detail names, or omit it.',
  },
  unauthorized: {
    status: 401,
    title: 'The key is missing, unknown or revoked',
    description: 'Send a valid API key in the header Authorization, alone or after the word Bearer.',
    remedy:
      'Send a key that is not revoked: `Authorization: <API_KEY>`. The key is in the account settings. Keys of test accounts begin with `gbk_test_`.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    description: 'Your API key may not call this operation.',
    remedy: 'Do not retry: your API key may not call this operation.',
  },
  'account-mismatch': {
    status: 403,
    title: 'The account is not the account of the key',
    description: 'The account in the path or in the body, also by its Operator ID, must be the account of the key.',
    remedy: 'Send the account ID or the Operator ID of the account of the key. `GET /account` returns both.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    description: 'The requested resource does not exist for this account.',
    remedy:
      'Check the path and the IDs in it. A resource of another account returns the same response as one that never existed.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed',
    description: 'The path exists, but not with this method. The header Allow lists the methods of the path.',
    remedy: 'Use one of the methods in the header Allow.',
  },
  'request-in-progress': {
    status: 409,
    title: 'The same request is still running',
    description: 'A request with this Idempotency-Key is still running. Repeat it after the time in Retry-After.',
    remedy:
      'Wait for the seconds in Retry-After and repeat the request with the same Idempotency-Key. It then returns the response of the first request.',
  },
  'secret-already-given': {
    status: 409,
    title: 'The response contained a secret and was not stored',
    description: 'A request with this Idempotency-Key was completed before. Its secret is shown only once.',
    remedy:
      'Use the secret from the first response. When it is lost, create a new one with a new Idempotency-Key and revoke the old one.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request arrived too slowly',
    description:
      'The request did not arrive within the time limit for its size. Nothing was done. The connection is closed.',
    remedy: 'Send the whole request without pauses, on a new connection.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    description: 'The ETag in If-Match is not the current ETag of the resource.',
    remedy: 'Read the resource, apply your change to its current state, and send it with the new ETag.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    description:
      'The body has more bytes, values or points than this operation accepts, or the guidebook has more text than one response may contain. The detail names the limit.',
    remedy:
      'Send less data at once. The API reference lists the limits of each operation. For a guidebook, shorten the names of its items or use fewer items.',
  },
  'target-too-long': {
    status: 414,
    title: 'The request target is too long',
    description: 'The path and query of the request have more than 8000 characters.',
    remedy: 'Shorten the query, or page with `cursor` and `limit`.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The content type is not supported',
    description: 'Send JSON in UTF-8 as application/json or text/plain, unless the operation says otherwise.',
    remedy: 'Send `Content-Type: application/json` without compression.',
  },
  'unknown-field': {
    status: 422,
    title: 'A field is unknown',
    description: 'The field at the pointer does not exist in this operation.',
    remedy: 'Remove the field, or correct its name or its place. Nothing of the request was applied.',
    fault: { pointer: '/guidebok', message: 'is not a field of this object' },
  },
  'required-field': {
    status: 422,
    title: 'A required field is missing',
    description: 'The field at the pointer is required.',
    remedy: 'Add the field.',
    fault: { pointer: '/customId', message: 'is required' },
  },
  'invalid-field': {
    status: 422,
    title: 'A field has an invalid value',
    description: 'The field at the pointer has an invalid value. The message says what is allowed.',
    remedy: 'Correct the value as the message says.',
    fault: { pointer: '/startdate', message: 'must be a calendar day, YYYY-MM-DD' },
  },
  'exactly-one-of': {
    status: 422,
    title: 'Exactly one of several fields must be sent',
    description: 'The object at the pointer has none, or more than one, of the alternatives.',
    remedy: 'Send one of the alternatives and omit the others.',
    fault: {
      pointer: '/guidebook/stages/0/routes/0',
      message: 'must have exactly one of content, libraryReference, group',
    },
  },
  'invalid-text': {
    status: 422,
    title: 'A text contains characters that cannot be stored',
    description: 'The character NUL and lone surrogates are refused. Any other Unicode text is stored exactly.',
    remedy: 'Remove the character, or send the whole surrogate pair.',
    fault: { pointer: '/names/en', message: 'must not hold the character NUL or halves of surrogate pairs' },
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    description: 'The same key was used with another body within 24 hours.',
    remedy: 'Use a new key for each request, such as a UUID. Use the same key only to repeat the same request.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    description: 'The rate limit is reached. RateLimit and RateLimit-Policy state the limit and what is left of it.',
    remedy: 'Wait for the seconds in Retry-After. Spread requests over the window in RateLimit-Policy.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    description: 'The request line and the headers have more than 16 KiB together. The connection is closed.',
    remedy: 'Send fewer and shorter headers.',
  },
  'internal-error': {
    status: 500,
    title: 'The service failed',
    description: 'An unexpected error occurred in the service.',
    remedy:
      'Repeat the request once; an Idempotency-Key makes the repeat safe. When it fails again, send the request id to support.',
  },
  'part-unavailable': {
    status: 503,
    title: 'A part of the service is not available',
    description: 'A part of the service is temporarily unavailable. Repeat the request after the time in Retry-After.',
    remedy: 'Repeat the request after the seconds in Retry-After, with the same Idempotency-Key.',
  },
} as const
