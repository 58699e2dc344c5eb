/** The code of each page, by its path below the account. The first matching path counts. */
export const pageCode = {
  '/': () => import('../home/home-page.tsx'),
  '/releases': () => import('../releases/list/releases-page.tsx'),
  '/releases/new': () => import('../releases/create/new-release-page.tsx'),
  '/releases/$code': () => import('../releases/detail/release-page.tsx'),
  '/imports': () => import('../imports/imports-page.tsx'),
  '/imports/try': () => import('../imports/try-file-page.tsx'),
  '/imports/configuration': () => import('../imports/configuration-page.tsx'),
  '/imports/$run': () => import('../imports/import-page.tsx'),
  '/webhooks': () => import('../webhooks/webhooks-page.tsx'),
  '/webhooks/$delivery': () => import('../webhooks/delivery-page.tsx'),
  '/content': () => import('../content/content-page.tsx'),
  '/content/libraries/$library': () => import('../content/library-page.tsx'),
  '/content/libraries/$library/gpx': () => import('../content/upload-page.tsx'),
  '/content/libraries/$library/new-place': () => import('../content/new-item-page.tsx'),
  '/content/libraries/$library/new-text': () => import('../content/new-item-page.tsx'),
  '/content/items/$item': () => import('../content/item-page.tsx'),
  '/guidebooks': () => import('../guidebooks/guidebooks-page.tsx'),
  '/new-guidebook': () => import('../guidebooks/edit/new-guidebook-page.tsx'),
  '/guidebooks/$guidebook': () => import('../guidebooks/guidebook-page.tsx'),
  '/guidebooks/$guidebook/edit': () => import('../guidebooks/edit/edit-guidebook-page.tsx'),
  '/settings': () => import('../settings/settings-page.tsx'),
  '/settings/keys': () => import('../settings/keys-page.tsx'),
  '/settings/people': () => import('../settings/people-page.tsx'),
  '/settings/usage': () => import('../settings/usage-page.tsx'),
  '/settings/me': () => import('../settings/me-page.tsx'),
  '/sign-in': () => import('../sign-in/sign-in-page.tsx'),
}

/** The code of the page at a path of the portal, such as `/portal/o/DKO/releases`; undefined if there is no such page. */
export function codeAt(path: string): (() => Promise<unknown>) | undefined {
  const own = path.replace(/^\/portal(?:\/o\/[^/]+)?/, '').replace(/\/$/, '') || '/'
  const segments = own.split('/')
  return Object.entries(pageCode).find(([pattern]) => {
    const parts = pattern.split('/')
    return parts.length === segments.length && parts.every((part, i) => part.startsWith('$') || part === segments[i])
  })?.[1]
}
