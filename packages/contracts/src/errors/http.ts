/** What can be wrong with a request as such, whatever it asks for. */
export const httpErrors = {
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    description: 'The body could not be read as one JSON text in UTF-8, or it is nested too deeply. Nothing was done.',
    remedy: 'Send one JSON text in UTF-8. The detail says where reading it failed.',
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
      'The URL of the request contains a character that it must not contain, such as "#", a backslash, a control character or an encoded slash; the detail names it.',
    remedy:
      'Percent-encode each path segment. For an ID that contains a slash or a backslash, use an operation that takes the ID in the query or in the body.',
  },
  'invalid-header': {
    status: 400,
    title: 'A header cannot be read',
    description: 'A request header has a value that its definition does not allow; the detail names the header.',
    remedy: 'Correct the header that the detail names, or leave it out.',
  },
  unauthorized: {
    status: 401,
    title: 'The key is missing, unknown or revoked',
    description: 'Send a valid API key in the header Authorization, as it is or after the word Bearer.',
    remedy:
      'Send a key that is not revoked: `Authorization: <API_KEY>`. The key is in the account settings; a test account has keys that begin with `gbk_test_`.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    description: 'The caller is known but may not use this operation.',
    remedy: 'There is nothing to repeat: this operation is for others.',
  },
  'account-mismatch': {
    status: 403,
    title: 'The account is not the account of the key',
    description: 'The account named in the path, in the body or by its Operator ID must be the one the key belongs to.',
    remedy:
      'Send the account ID, or the Operator ID, of the account that the key belongs to; `GET /account` tells both.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    description: 'What the request addresses does not exist for this account.',
    remedy:
      'Check the path and the IDs in it. What belongs to another account is answered just like what never existed.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    description: 'The path exists, but not with this method; the header Allow lists those it has.',
    remedy: 'Use one of the methods in the header Allow.',
  },
  'request-in-progress': {
    status: 409,
    title: 'The same request is still running',
    description: 'A request with this Idempotency-Key has not finished. Repeat it after the time named in Retry-After.',
    remedy:
      'Wait for the seconds in Retry-After and repeat the request with the same Idempotency-Key: it then gets the first one’s answer.',
  },
  'secret-already-given': {
    status: 409,
    title: 'The answer held a secret and was not kept',
    description: 'A request with this Idempotency-Key was answered before; its secret is shown only once.',
    remedy:
      'Use the secret from the first answer. When it is lost, ask for a new one under a new Idempotency-Key and revoke the old one.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request arrived too slowly',
    description:
      'The request did not arrive within the time that its size allows. Nothing was done; the connection is closed.',
    remedy: 'Send the whole request without pauses, on a new connection.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    description: 'The ETag in If-Match is not the current one. Read the resource again and repeat.',
    remedy: 'Read the resource, apply your change to what it is now, and send that with its new ETag.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    description:
      'The body has more bytes, values or points than this operation accepts, or the guidebook has more text than one answer may hold. The detail names the limit.',
    remedy:
      'Send less at once; the reference names the limits of each operation. Shorten the names of the items of a guidebook, or name fewer of them.',
  },
  'target-too-long': {
    status: 414,
    title: 'The request target is too long',
    description: 'The path and query of the request have more than 8000 characters.',
    remedy: 'Shorten the query: ask for fewer things at once, or page with `cursor` and `limit`.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The content type is not supported',
    description: 'Send JSON in UTF-8 as application/json or text/plain, unless the operation says otherwise.',
    remedy: 'Send `Content-Type: application/json`, not compressed.',
  },
  'unknown-field': {
    status: 422,
    title: 'A field is not known',
    description: 'The pointer names a field that this operation does not have. Check its spelling and its place.',
    remedy: 'Remove the field, or correct its name. Nothing of the request was applied.',
    fault: { pointer: '/guidebok', message: 'is not a field of this object' },
  },
  'required-field': {
    status: 422,
    title: 'A required field is missing',
    description: 'The pointer names the field that has to be sent.',
    remedy: 'Add the field.',
    fault: { pointer: '/customId', message: 'is required' },
  },
  'invalid-field': {
    status: 422,
    title: 'A field has a value that is not allowed',
    description: 'The pointer names the field, the message says what it must be.',
    remedy: 'Correct the value as the message says.',
    fault: { pointer: '/startdate', message: 'must be a calendar day, YYYY-MM-DD' },
  },
  'exactly-one-of': {
    status: 422,
    title: 'Exactly one of several fields must be sent',
    description: 'The pointer names the object in which none, or more than one, of the alternatives was found.',
    remedy: 'Send one of the alternatives and leave the others out.',
    fault: {
      pointer: '/guidebook/stages/0/routes/0',
      message: 'must have exactly one of content, libraryReference, group',
    },
  },
  'invalid-text': {
    status: 422,
    title: 'A text holds characters that cannot be kept',
    description: 'The character NUL and halves of surrogate pairs are refused; any other Unicode text is kept exactly.',
    remedy: 'Remove the character, or send the whole pair.',
    fault: { pointer: '/names/en', message: 'must not hold the character NUL or halves of surrogate pairs' },
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    description: 'The same key came with another body within 24 hours. Use a new key for a new request.',
    remedy: 'Use one key for one request and its repeats, such as a UUID made for it.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    description: 'Wait for the time named in Retry-After; RateLimit and RateLimit-Policy tell what is left.',
    remedy: 'Wait for the seconds in Retry-After. Spread requests over the window that RateLimit-Policy states.',
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
    description: 'The fault is ours. Quote the request id to support.',
    remedy:
      'Repeat the request once. When it fails again, send the request id to support; an Idempotency-Key makes the repeat safe.',
  },
  'part-unavailable': {
    status: 503,
    title: 'A part of the service is not available',
    description: 'Nothing was lost. Repeat the request after the time named in Retry-After.',
    remedy: 'Repeat the request after the seconds in Retry-After, with the same Idempotency-Key.',
  },
} as const
