/** The menus in the header of support's pages: language, colours, person. */
import { Menu } from '@mantine/core'
import { PersonMenu } from '../../shell/person-menu.tsx'
import { ColorSchemeButton, LanguageMenu } from '../../shell/preferences.tsx'
import { useSignOut } from '../session.ts'

export function SupportMenus({ name }: { name: string }) {
  return (
    <>
      <LanguageMenu />
      <ColorSchemeButton />
      <PersonMenu name={name} signOut={useSignOut()}>
        <Menu.Label>{name}</Menu.Label>
      </PersonMenu>
    </>
  )
}
