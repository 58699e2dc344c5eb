import { type Chapter, type CollectedRequest, variables } from './requests.ts'

/** A Postman collection, version 2.1. */
export const postmanCollection = (chapters: readonly Chapter[], publicUrl: string) => ({
  info: {
    name: 'Guidebook Content and Release Service',
    description: `Set the variables of this collection. Documentation: ${publicUrl}/docs`,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'Authorization', type: 'string' },
      { key: 'value', value: '{{apiKey}}', type: 'string' },
      { key: 'in', value: 'header', type: 'string' },
    ],
  },
  variable: Object.entries(variables).map(([key, description]) => ({
    key,
    value: key === 'baseUrl' ? publicUrl : '',
    description,
    type: 'string',
  })),
  item: chapters.map(({ name, requests }) => ({ name, item: requests.map(itemOf) })),
})

const itemOf = (request: CollectedRequest) => {
  const { name, description, method, path, needsKey, pathParameters, queryParameters, body } = request
  const query = queryParameters.map((one) => ({ ...keyed(one), disabled: true }))
  return {
    name,
    request: {
      method,
      description,
      ...(needsKey ? {} : { auth: { type: 'noauth' } }),
      header: body === null ? [] : [{ key: 'Content-Type', value: body.contentType }],
      ...(body === null
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: body.text,
              options: { raw: { language: body.contentType.includes('json') ? 'json' : 'text' } },
            },
          }),
      url: {
        raw: `{{baseUrl}}${path}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        query,
        variable: pathParameters.map(keyed),
      },
    },
  }
}

const keyed = ({ name: key, value, description }: CollectedRequest['pathParameters'][number]) => ({
  key,
  value,
  description,
})
