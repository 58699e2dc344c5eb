/** What holds for every operation, as the reference tells it before the first of them. Markdown. */
export const introduction = (publicUrl: string): string => `
Keep routes, places and texts, put them together into guidebooks, and publish them to one booking behind one link.

The [quick start](#description/quick-start) takes minutes; every error code has [a page of its own](${publicUrl}/docs/errors).

# Quick start

\`\`\`sh
curl -H "Authorization: <API_KEY>" ${publicUrl}/account
\`\`\`

The answer holds your account ID, which other requests carry as \`account\`. From there: create a library, a route in it, a guidebook
that shows the route, and a release of the guidebook. The release record that you get holds \`url\`, the link for the traveller.
Or send everything at once as an on-demand release.

# Authentication

Every request but those of a traveller carries the account's API key: \`Authorization: <API_KEY>\`. \`Authorization: Bearer <API_KEY>\`
means the same. Keys begin with \`gbk_live_\`, those of test accounts with \`gbk_test_\`; what a test account publishes is watermarked.
Have several keys at a time while you change from one to the next; a revoked one is refused everywhere within five seconds.

Keys belong on servers. The interface sends no CORS headers, so that a page of another site cannot read its answers; only this
document (\`/openapi.json\`) may be read from anywhere.

Whoever names another account than the key's gets \`403\`. A thing of another account is answered like one that never existed: \`404\`.

# Bodies and dates

JSON in UTF-8, as \`application/json\` or \`text/plain\`. Fields that an operation does not know are refused. Texts are kept exactly as
sent. Days are \`YYYY-MM-DD\` and begin and end in the account's time zone; instants are ISO 8601 in UTC. Languages are two lower-case
letters. Internal IDs are opaque.

# Paths

Percent-encode path segments. A URL with \`#\`, \`\\\`, a control character or an encoded slash (\`%2F\`, \`%5C\`) in its path is refused with \`400\` \`bad-target\`. A custom ID may
contain a slash or a backslash, but then no path can name it: use operations that take it in the body or in the query.

# Errors

Whatever is refused is answered with \`application/problem+json\` (RFC 9457). \`code\` comes from a closed catalogue, \`type\` leads to its
page, and \`errors\` names every fault at once with a JSON Pointer into the body: all faults of its form, and of a body that is well formed
all rules it breaks and all that it names and that does not exist:

\`\`\`json
{
  "type": "${publicUrl}/docs/errors/required-field",
  "title": "A required field is missing",
  "status": 422,
  "detail": "The pointer names the field that has to be sent.",
  "instance": "/content/library",
  "code": "required-field",
  "requestId": "b7e6a1c4-52f0-4e0e-9d0b-2f6f3d0c9a11",
  "errors": [{ "pointer": "/customId", "code": "required-field", "message": "is required" }]
}
\`\`\`

What the path addresses and does not exist is \`404\`; what a body merely names and does not exist is \`422\` with its pointer. \`503\` comes
with \`Retry-After\`. Quote \`requestId\` to support: every answer has it in \`X-Request-Id\`, and one of your own (letters, digits, dot, dash,
underscore, at most 128) is kept. \`traceparent\` is honoured and carried on to the webhook.

# Safe repeats

Send \`Idempotency-Key\` (1 to 255 visible characters, such as a UUID) with a POST, PUT or PATCH. The same key and body within 24 hours get
the stored answer again, with \`Idempotency-Replayed: true\`; another body is refused with \`422\`; while the first request is still running
the answer is \`409\` with \`Retry-After\`, or the first one's as soon as there is one. Answers that hold a secret are not stored: a repeat gets \`409\`.

# Conditional requests

Resources have an \`ETag\`. \`If-None-Match\` turns a read of what you already have into \`304\`. \`If-Match\` makes a change only while the
resource is still the one you read (\`412\` otherwise); it is never required. Send tags as they came.

# Lists

\`limit\` is 1 to 200, by default 50. \`nextCursor\` of one page is \`cursor\` of the next, null on the last; \`Link: rel="next"\` holds its
address. Cursors are opaque and stay good while items come and go.

# Limits

Requests are counted per account, all its keys together, in windows of a minute. Every answer says where you stand, in the form of the IETF draft:
\`RateLimit-Policy: "default";q=6000;w=60\` is 6000 requests in 60 seconds, \`RateLimit: "default";r=5990;t=42\` that 5990 are left for the
next 42. What is too much gets \`429\` with \`Retry-After\`. Travellers are counted per network address, generously; so are requests
without a valid key, strictly. A valid key is never refused for the wrong ones that its address sent.
An account may have 200 requests under way at once, beside 20 event streams; more get \`429\`.

A body must arrive within 20 seconds plus one second for every 500 bytes (\`408\`). A connection is closed when its client takes no byte of an answer
for 30 seconds.

Bodies hold at most 64 MiB, most operations take less: each says how many bytes, and how many values and points; more is \`413\`. An image has at most
5 MB, a route 2 to 200 000 points, an on-demand release 500 000 points in all; a release is for 1 to 9999 devices. An account sends two bodies of more than
a megabyte at a time to a part of the service; further ones wait; one that waits too long gets \`503\` with \`Retry-After\`. Answers of some size are compressed for clients that send \`Accept-Encoding: br\` or \`gzip\`.

# Methods

Every GET answers HEAD too. OPTIONS lists what a path takes, as does \`Allow\` on a \`405\`.

# Versions

Paths carry no version. New fields in answers, new optional fields in requests and new operations may come at any time: ignore fields you
do not know. What you send today goes on meaning the same; a change that would break it comes under a new path.
`
