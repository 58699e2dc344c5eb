/** What many operations of the document refer to: tags, headers, header parameters, the key. */

export const tags = [
  { name: 'Libraries', description: 'Named containers of content.' },
  { name: 'Routes', description: 'Routes, with length, ascent, descent and time.' },
  { name: 'Points of interest', description: 'Huts, hotels, sights and all that is at one place.' },
  { name: 'Text pages', description: 'Texts that stand by themselves.' },
  { name: 'Items', description: 'What routes, points of interest and text pages have in common.' },
  { name: 'Guidebooks', description: 'Content put together, stage by stage.' },
  { name: 'Releases', description: 'One booking’s access to a guidebook.' },
  { name: 'On-demand releases', description: 'A guidebook and its release from one object.' },
  { name: 'Changes to a release', description: 'Devices, dates, accommodation, language, channels.' },
  { name: 'Trip Link', description: 'The traveller’s side; no key is needed.' },
  { name: 'Account', description: 'The account of the key, and its keys.' },
  { name: 'Webhook', description: 'Deliveries of shared releases.' },
  { name: 'CSV imports', description: 'What became of files that were sent by mail.' },
]

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
