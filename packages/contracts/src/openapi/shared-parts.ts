/** Shared components of the document: headers, header parameters, the key. */

export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The API key, alone or after the word `Bearer`.',
  },
}

export const headers = {
  RequestId: { description: 'Identifies this request in logs and in the audit log.', schema: { type: 'string' } },
  ETag: { description: 'Version of the resource.', schema: { type: 'string' } },
  Location: { description: 'Path of the created resource.', schema: { type: 'string' } },
  WWWAuthenticate: { description: 'How to authenticate.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds after which the request may be repeated.', schema: { type: 'integer' } },
  RateLimit: {
    description: 'Remaining requests (`r`) and seconds until the window ends (`t`).',
    schema: { type: 'string' },
  },
  RateLimitPolicy: { description: 'Allowed requests (`q`) in a window of seconds (`w`).', schema: { type: 'string' } },
}

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes a repeat safe: for 24 hours the same key and body return the stored response.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The change is made only if the resource still has this ETag.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The response is 304 if the resource still has this ETag.',
    schema: { type: 'string' },
  },
}
