import { operations } from '@guidebook/contracts'
import { option, positional } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { fields, moment, strong, table } from '../output/layout.ts'
import { showSecret } from './show.ts'

const create = changing({
  summary: 'Create a personal admin token; every change with it is logged with its name',
  args: {
    name: { ...option('name', 'Name of the person, such as anna: lower-case letters, digits, . _ -'), required: true },
  },
  examples: ['guidebook admin-token create --name anna'],
  plan: ({ name }, session) =>
    session.change(operations.createAdminToken, { body: { name } }, ({ token, id, createdAt }) => ({
      show: showSecret(`Admin token of ${name}`, token, { Id: id, Created: moment(createdAt) }),
      notes: [
        'The token is shown only once; the system stores only its hash.',
        'Its owner sets GUIDEBOOK_ADMIN_TOKEN to it, or to @/path of a file that holds it.',
      ],
    })),
})

const list = reading({
  summary: 'List the personal admin tokens that are not revoked',
  examples: ['guidebook admin-token list'],
  async read(_, { read }) {
    const found = await read(operations.listAdminTokens, {})
    const rows = found.items.map(({ name, createdBy, createdAt, lastUsedAt, id }) => [
      strong(name),
      createdBy,
      moment(createdAt),
      moment(lastUsedAt),
      id,
    ])
    return {
      json: found,
      show:
        rows.length === 0 ? 'No personal tokens.' : table(['NAME', 'CREATED BY', 'CREATED', 'LAST USE', 'ID'], rows),
    }
  },
})

const revoke = changing({
  summary: 'Revoke a personal admin token: it is refused at once',
  args: { token: positional('Token, by its name or id as in the list') },
  confirms: true,
  examples: ['guidebook admin-token revoke anna'],
  async plan({ token: wanted }, session) {
    const { items } = await session.read(operations.listAdminTokens, {})
    const token = items.find(({ id, name }) => id === wanted || name === wanted)
    if (token === undefined) {
      throw new CommandError('notFound', 'admin-token-not-found', `there is no admin token ${wanted}`, {
        hint: '"guidebook admin-token list" lists them.',
      })
    }
    return {
      ...session.change(operations.revokeAdminToken, { params: { token_id: token.id } }, () => ({
        json: { revoked: token },
        show: fields({ Revoked: token.name, Id: token.id }),
      })),
      confirm: `Revoke the admin token of ${token.name}?`,
    }
  },
})

export const adminToken = group('Personal tokens of support: create, list, revoke', { create, list, revoke })
