/** Support's operations on the releases of an account. They do the same as the operator's, with support as the actor in the audit log. */
import { operationsOf } from '../operation.ts'
import { accountId, internalId, releaseLink } from '../schemas/identifiers.ts'
import { device } from '../schemas/release-life.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'
import { listReleases } from './release.ts'
import { setReleaseDisabled, setReleaseLocked, setReleasePeriod } from './release-changes.ts'

const shared = { service: 'releases', audience: 'admin', tag: 'Support', bodyLimitBytes: mebibytes(1) } as const
const address = { account: accountId, release: releaseLink }
const operation = operationsOf({ ...shared, params: closed(address) })
const path = '/admin/releases/{account}/{release}'
const { responses } = setReleasePeriod

export const listReleasesForSupport = operationsOf(shared)('GET /admin/accounts/{account_id}/releases', {
  summary: 'List the releases of an account',
  params: closed({ account_id: accountId }),
  query: listReleases.query,
  responses: listReleases.responses,
})

export const setReleasePeriodForSupport = operation(`PATCH ${path}/period`, {
  summary: 'Change the release period',
  body: setReleasePeriod.body,
  responses,
  errors: setReleasePeriod.errors,
})

export const setReleaseDisabledForSupport = operation(`PATCH ${path}/disabled/{flag}`, {
  summary: 'Disable a release or enable it again',
  params: setReleaseDisabled.params,
  responses,
  errors: setReleaseDisabled.errors,
})

export const setReleaseLockedForSupport = operation(`PATCH ${path}/locked/{flag}`, {
  summary: 'Lock a release against changes or unlock it',
  params: setReleaseLocked.params,
  responses,
  errors: setReleaseLocked.errors,
})

export const listDevicesForSupport = operation(`GET ${path}/devices`, {
  summary: 'List the registered devices',
  query: closed(pageQuery),
  responses: { 200: { description: 'A page of devices, oldest first.', body: pageOf(device) } },
})

export const removeDeviceForSupport = operation(`DELETE ${path}/devices/{device}`, {
  summary: 'Remove a device, so that another can register',
  params: closed({ ...address, device: internalId }),
  responses: { 204: { description: 'The device is removed.' } },
  errors: ['precondition-failed'],
})
