import { operations, type ResponseBodyOf, roles } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import type { Session } from '../admin/session.ts'
import { accountArgument, choice, definedFields, option, positional } from '../arguments.ts'
import { changing, group, reading } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { moment, strong, table } from '../output/layout.ts'
import { showSecret } from './show.ts'

type SignInLink = ResponseBodyOf<typeof operations.createSignInLink, 201>

const { email, name, language } = operations.createUserOfAccount.body.properties
const userArgument = positional('Person, by e-mail address or id')

const showLink = ({ user, link, expiresAt }: SignInLink) => ({
  show: showSecret(`Link that signs ${user.email} in once`, link, {
    Role: user.role,
    Id: user.id,
    Expires: moment(expiresAt),
  }),
  notes: [
    'Anyone who opens the link is signed in as this person. It is shown only once; the system stores only its hash.',
  ],
})

const create = changing({
  summary: 'Create a person of an account, who may use the portal',
  args: {
    account: accountArgument,
    email: { ...option('address', 'E-mail address of the person', { schema: email }), required: true },
    name: option('name', 'Name of the person', { schema: name }),
    role: choice(roles, 'What the person may do (default: admin)'),
    language: option('code', 'Language of the mail and of the portal', { schema: language }),
  },
  repeatable: true,
  examples: ['guidebook user create ABC --email anna@operator.example --role office'],
  async plan({ account, role = 'admin', email, name, language }, session) {
    const { id } = await findAccount(session, account)
    const body = { email, role, ...definedFields({ name, language }) }
    return session.change(operations.createUserOfAccount, { params: { account_id: id }, body }, showLink)
  },
})

const list = reading({
  summary: 'List the people of an account',
  args: { account: accountArgument },
  examples: ['guidebook user list ABC'],
  async read({ account }, session) {
    const found = await usersOf(account, session)
    return {
      json: { items: found.users },
      show: table(
        ['E-MAIL', 'ROLE', 'NAME', 'LAST SIGN-IN', 'ID'],
        found.users.map((one) => [
          strong(one.email),
          one.role,
          one.name,
          one.lastSignInAt && moment(one.lastSignInAt),
          one.id,
        ]),
      ),
      notes: found.users.length === 0 ? ['The account has no people.'] : [],
    }
  },
})

const link = changing({
  summary: 'Create a link that signs a person in once',
  args: { account: accountArgument, user: userArgument },
  repeatable: true,
  examples: ['guidebook user link ABC anna@operator.example'],
  async plan({ account, user }, session) {
    const { params } = await findUser(account, user, session)
    return session.change(operations.createSignInLink, { params }, showLink)
  },
})

const remove = changing({
  summary: 'Remove a person from an account',
  args: { account: accountArgument, user: userArgument },
  confirms: true,
  examples: ['guidebook user remove ABC anna@operator.example'],
  async plan({ account, user }, session) {
    const { params, found, of } = await findUser(account, user, session)
    return {
      ...session.change(operations.removeUserOfAccount, { params }, () => ({
        json: { removed: found },
        show: `Removed  ${found.email}`,
      })),
      notes: [
        `API keys that this person created keep working until they are revoked. "guidebook key list ${of.oid}" shows them.`,
      ],
      confirm: `Remove ${found.email} from ${of.oid} (${of.name})?`,
    }
  },
})

async function usersOf(account: string, session: Session) {
  const of = await findAccount(session, account)
  const { items } = await session.read(operations.listUsersOfAccount, { params: { account_id: of.id } })
  return { of, users: items }
}

async function findUser(account: string, name: string, session: Session) {
  const { of, users } = await usersOf(account, session)
  const found = users.find(({ id, email }) => id === name || email === name.toLowerCase())
  if (found === undefined) {
    throw new CommandError('notFound', 'user-not-found', `${of.oid} has no such person`, {
      hint: `"guidebook user list ${of.oid}" lists its people.`,
    })
  }
  return { of, found, params: { account_id: of.id, user_id: found.id } }
}

export const user = group('People who use the portal: create, list, link, remove', { create, list, link, remove })
