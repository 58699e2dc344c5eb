import { operations } from '@guidebook/contracts'
import { type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { support } from './verifier.ts'

/** Support looks for a release across accounts, and has one built again: releases knows them all. */
export const releaseAdminRoutes = ({ services }: Context): Route[] => [
  route(operations.findReleases, async ({ query }) => {
    const { body } = await services.releases.call(operations.findReleasesByName, { query, identity: support })
    return { status: 200, body }
  }),
  route(operations.buildRelease, async ({ params }) => {
    const { body } = await services.releases.call(operations.requestReleaseBuild, { params, identity: support })
    return { status: 202, body }
  }),
]
