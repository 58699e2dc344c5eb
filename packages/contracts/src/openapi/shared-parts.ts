/** What many operations of the document refer to: headers, header parameters, the key. */

export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The API key, as it is or after the word `Bearer`.',
  },
}

export const headers = {
  RequestId: { description: 'Names this request in logs and in the audit log.', schema: { type: 'string' } },
  ETag: { description: 'Names this state of the resource.', schema: { type: 'string' } },
  Location: { description: 'Where to read what was created.', schema: { type: 'string' } },
  WWWAuthenticate: { description: 'How to prove who asks.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds after which the request may be repeated.', schema: { type: 'integer' } },
  RateLimit: { description: 'What is left (`r`) and for how many seconds (`t`).', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'How many requests (`q`) in how many seconds (`w`).', schema: { type: 'string' } },
}

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes a repeat safe: the same key and body give the stored answer again for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Only when the resource still has this ETag.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: '304 when the resource still has this ETag.',
    schema: { type: 'string' },
  },
}
