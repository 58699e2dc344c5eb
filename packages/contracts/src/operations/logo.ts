import { operationsOf } from '../operation.ts'
import { logoUrl } from '../schemas/fields.ts'
import { closed } from '../schemas/shape.ts'

export const previewLogo = operationsOf({ service: 'builder', audience: 'partner', role: 'viewer', tag: 'Account' })(
  'GET /account/logo',
  {
    summary: 'Preview a logo',
    description:
      'As the roadbook and the page would show it, before it is the logo of the account. The service fetches it, unless it has a copy of today. ' +
      'Nothing is stored.',
    query: closed({ address: { ...logoUrl, examples: ['https://operator.example/logo.png'] } as typeof logoUrl }),
    responses: { 200: { description: 'The logo.', contentType: 'image/png' } },
    errors: ['logo-unavailable'],
  },
)
