import { type Chapter, type CollectedRequest, variables } from './requests.ts'

/** A Bruno collection in one file, as Bruno imports and exports it. */
export const brunoCollection = (chapters: readonly Chapter[], publicUrl: string) => ({
  name: 'Guidebook Content and Release Service',
  version: '1',
  items: chapters.map(({ name, requests }, index) => ({
    type: 'folder',
    name,
    seq: index + 1,
    items: requests.map(itemOf),
  })),
  environments: [
    {
      name: 'Guidebook',
      variables: Object.keys(variables).map((name) => ({
        name,
        value: name === 'baseUrl' ? publicUrl : '',
        type: 'text',
        enabled: true,
        secret: name === 'apiKey',
      })),
    },
  ],
})

/** Bruno looks for a parameter with the name of the whole segment, so the suffix of `:geodata_id.gpx` belongs to the value. */
function withSuffixesInValues({ path, pathParameters }: Pick<CollectedRequest, 'path' | 'pathParameters'>) {
  const suffixed = /:(\w+)(\.\w+)/g
  const suffixes = new Map([...path.matchAll(suffixed)].map(([, name, suffix]) => [name, suffix] as const))
  return {
    path: path.replaceAll(suffixed, ':$1'),
    pathParameters: pathParameters.map((one) => ({ ...one, value: one.value + (suffixes.get(one.name) ?? '') })),
  }
}

const itemOf = (request: CollectedRequest, index: number) => {
  const { name, description, method, needsKey, queryParameters, body } = request
  const { path, pathParameters } = withSuffixesInValues(request)
  const key = { name: 'Authorization', value: '{{apiKey}}', enabled: true }
  const contentType = { name: 'Content-Type', value: body?.contentType ?? '', enabled: true }
  const isJson = body?.contentType.includes('json') ?? false
  return {
    type: 'http-request',
    name,
    seq: index + 1,
    request: {
      url: `{{baseUrl}}${path}`,
      method,
      headers: [...(needsKey ? [key] : []), ...(body !== null && !isJson ? [contentType] : [])],
      params: [
        ...pathParameters.map((one) => ({ ...one, type: 'path', enabled: true })),
        ...queryParameters.map((one) => ({ ...one, type: 'query', enabled: false })),
      ],
      auth: { mode: 'none' },
      body:
        body === null
          ? { mode: 'none' }
          : isJson
            ? { mode: 'json', json: body.text }
            : { mode: 'text', text: body.text },
      docs: description,
    },
  }
}
