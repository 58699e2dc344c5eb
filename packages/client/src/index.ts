export { type ApiResponse, Call } from './call/call.ts'
export { List, type Page } from './call/list.ts'
export type {
  CallOptions,
  ChangeOptions,
  DeleteOptions,
  DownloadOptions,
  ReadOptions,
  WriteOptions,
} from './call/options.ts'
export { type Client, createClient } from './client.ts'
export { ApiError, NetworkError, type ProblemDetails } from './errors.ts'
export type * from './generated/types.ts'
export type { FollowOptions } from './releases/follow-build.ts'
export type { ReleaseAddress } from './releases/release-address.ts'
export type { CreateReleaseOptions } from './releases/releases.ts'
export { BuildFailedError, type UntilBuiltOptions } from './releases/until-built.ts'
export type { ClientSettings } from './settings.ts'
export { version } from './version.ts'
