import type { Guidebook } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { Group, Text } from '@mantine/core'
import { useAccount } from '../api/account.tsx'
import { kindIcon } from '../content/kinds.ts'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage } from '../i18n/texts.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/links.tsx'
import classes from './guidebooks.module.css'

type Member = Guidebook['generalInfo'][number]
type StageRoute = Guidebook['stages'][number]['routes'][number]
export type RouteRole = NonNullable<StageRoute['role']>

export const routeRoles = ['main', 'leg', 'alternative'] as const satisfies readonly RouteRole[]

export const routeRoleText = (role: RouteRole, t: PortalTexts): string =>
  ({ main: t.routeRoleMain, leg: t.routeRoleLeg, alternative: t.routeRoleAlternative })[role]

/** Entries of a stage or of the general part, with links to their pages, and figures of routes. */
export function Members({ label, members }: { label: string; members: readonly (Member | StageRoute)[] }) {
  const { t, language } = useLanguage()
  const { account } = useAccount()
  return (
    <ul className={classes.members} aria-label={label}>
      {members.map((member, index) => (
        // An item may be in a list more than once.
        <li key={`${member.link} ${index}`}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <Icon name={kindIcon[member.kind]} />
            <div className={classes.name}>
              <TextLink
                to="/o/$oid/content/items/$item"
                params={{ oid: account.oid, item: member.link }}
                size="sm"
                dir="auto"
              >
                {nameOf(member.names, language, member.customId)}
              </TextLink>{' '}
              {'role' in member && member.role !== undefined && (
                <StateBadge tone={member.role === 'alternative' ? 'busy' : 'quiet'}>
                  {routeRoleText(member.role, t)}
                </StateBadge>
              )}
              {'attributes' in member && <Figures route={member} />}
            </div>
          </Group>
        </li>
      ))}
    </ul>
  )
}

function Figures({ route: { attributes } }: { route: StageRoute }) {
  const { t } = useLanguage()
  const formats = useFormats()
  const figure = (name: string, value: string | null, unit: string) =>
    value === null
      ? []
      : [`${name} ${formats.number(Number(value), { style: 'unit', unit, maximumFractionDigits: 1 })}`]
  const figures = [
    ...figure(t.distance, attributes.routeDistance, 'kilometer'),
    ...figure(t.ascent, attributes.altitudeUp, 'meter'),
    ...figure(t.descent, attributes.altitudeDown, 'meter'),
    ...figure(t.duration, attributes.time, 'hour'),
  ]
  return (
    <Text size="sm" c="dimmed">
      {figures.join(' · ')}
    </Text>
  )
}
