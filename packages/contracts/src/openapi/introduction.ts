/** Introduction of the reference: rules of all operations. Markdown. */
export const introduction = (publicUrl: string): string => `
Store routes, places and texts, combine them into guidebooks, and publish them to a booking with a single link.

The [quick start](${publicUrl}/docs/quick-start) takes minutes, and [guides](${publicUrl}/docs/guides) explain webhooks, imports and errors. Every error code has [its own page](${publicUrl}/docs/errors).

# Authentication

Every request, except those of travellers, has the account's API key: \`Authorization: <API_KEY>\`. \`Authorization: Bearer <API_KEY>\`
means the same. Keys begin with \`gbk_live_\`, those of test accounts with \`gbk_test_\`. Releases of test accounts are watermarked.
An account can have several keys, so that you can replace one. A revoked key stops working within five seconds.

Keep keys on servers. The interface sends no CORS headers, so pages of other sites cannot read its responses; only this
document (\`/openapi.json\`) may be read from anywhere.

A request that names another account than that of the key gets \`403\`. A resource of another account gets \`404\`, like one that never existed.

# Bodies and dates

JSON in UTF-8, as \`application/json\` or \`text/plain\`. Unknown fields are refused. Texts are stored exactly as
sent. Days are \`YYYY-MM-DD\` and begin and end in the account's time zone; instants are ISO 8601 in UTC. Languages are two lower-case
letters. Internal IDs are opaque.

# Paths

Percent-encode path segments. A URL with \`#\`, \`\\\`, a control character or an encoded slash (\`%2F\`, \`%5C\`) in its path is refused with \`400\` \`bad-target\`. A custom ID may
contain a slash or a backslash, but cannot then be used in a path: use operations that take it in the body or in the query.

# Errors

Errors are \`application/problem+json\` (RFC 9457). \`code\` is one of the published error codes, \`type\` is the URL of its page, and
\`errors\` lists all faults at once with JSON Pointers into the body: first the faults of its form; for a well-formed body all broken rules
and all unknown references:

\`\`\`json
{
  "type": "${publicUrl}/docs/errors/required-field",
  "title": "A required field is missing",
  "status": 422,
  "detail": "/customId: is required",
  "instance": "/content/library",
  "code": "required-field",
  "requestId": "b7e6a1c4-52f0-4e0e-9d0b-2f6f3d0c9a11",
  "errors": [{ "pointer": "/customId", "code": "required-field", "message": "is required" }]
}
\`\`\`

An unknown resource in the path is \`404\`; an unknown reference in a body is \`422\` with its pointer. \`503\` has
\`Retry-After\`. Quote \`requestId\` to support. Every response has it in \`X-Request-Id\`; send your own in this header to use it instead (letters,
digits, dot, dash, underscore, at most 128). \`traceparent\` is honoured and passed on to the webhook.

# Safe repeats

Send \`Idempotency-Key\` (1 to 255 visible characters, such as a UUID) with a POST, PUT or PATCH. Within 24 hours, the same key and body return
the stored response with \`Idempotency-Replayed: true\`. Another body is refused with \`422\`. While the first request is still running,
the response is \`409\` with \`Retry-After\`, or that of the first request. Responses with a secret are not stored: a repeat gets \`409\`.

# Conditional requests

Resources have an \`ETag\`. A read with \`If-None-Match\` returns \`304\` while the resource has not changed. \`If-Match\` makes a change only if the
resource has not changed since you read it (\`412\` otherwise); it is never required. Send tags exactly as you received them.
Operations that honour \`If-Match\` list it. For changes of a release, also a new build or document, it is the \`ETag\` of the release; for the
removal of a document, that of the response that created it; for a device, that of its latest registration, which only the app receives.

# Lists

\`limit\` is 1 to 200, by default 50. Send \`nextCursor\` of a page as \`cursor\` to get the next page; it is null on the last page.
\`Link: rel="next"\` has the address of the next page. Cursors are opaque and stay valid while items are added and deleted.

# Limits

Requests are counted per account, all its keys together, in windows of a minute. Every response has the current state, in the form of the IETF draft:
\`RateLimit-Policy: "default";q=6000;w=60\` is 6000 requests in 60 seconds, \`RateLimit: "default";r=5990;t=42\` that 5990 are left for the
next 42. Further requests get \`429\` with \`Retry-After\`. Travellers are counted per network address, with a high limit; requests
without a valid key too, with a low limit. A valid key is never refused because of invalid keys from the same address.
An account can have 200 concurrent requests, and 20 event streams; more get \`429\`.

A body must arrive within 20 seconds plus one second for every 500 bytes (\`408\`). A connection is closed when its client reads no byte of a response
for 30 seconds.

Bodies have at most 64 MiB, and most operations accept less: each states its limits of bytes, values and points; more gets \`413\`. An image has at most
5 MB, a route 2 to 200 000 points, an on-demand release 500 000 points in all; a release is for 1 to 9999 devices. An account sends two bodies of more than
a megabyte at a time to a part of the service; further ones wait, and get \`503\` with \`Retry-After\` when they wait too long. Larger responses are compressed for clients that send \`Accept-Encoding: br\` or \`gzip\`.

# Methods

Every GET operation also supports HEAD. OPTIONS lists the methods of a path, as does \`Allow\` of a \`405\`.

# Versions

Paths have no version. New fields in responses, new optional fields in requests and new operations may be added at any time: ignore unknown
fields. The meaning of current requests does not change; an incompatible change gets a new path.
`
