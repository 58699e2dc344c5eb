// Generated from the migrated schema: see CONTRIBUTING.md.

/** A row of `accounts`. */
export interface AccountRow {
  id: string
  oid: string
  name: string
  email: string
  type: 'operator' | 'reseller'
  default_lang: string
  time_zone: string
  primary_color: string
  secondary_color: string
  logo: string | null
  ios_url: string | null
  android_url: string | null
  test: boolean
  version: number
  created_at: Date
  updated_at: Date
  roadbook_paper: 'A4' | 'A5'
  emergency_phone: string | null
  suspended_at: Date | null
  suspended_reason: string | null
}

/** A row of `admin_actions`. */
export interface AdminActionRow {
  id: string
  at: Date
  actor: string
  operation: string
  account: string | null
  parameters: unknown
  request_id: string
  status: number | null
}

/** A row of `admin_tokens`. */
export interface AdminTokenRow {
  id: string
  name: string
  hash: Buffer
  created_by: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

/** A row of `api_keys`. */
export interface ApiKeyRow {
  id: string
  account: string
  hash: Buffer
  prefix: string
  created_at: Date
  revoked_at: Date | null
  parent: string | null
  created_by: string | null
  last_used_at: Date | null
}

/** A row of `connections`. */
export interface ConnectionRow {
  account: string
  partner: string
}

/** A row of `impersonations`. */
export interface ImpersonationRow {
  id: string
  account: string
  admin_token: string
  role: 'viewer' | 'office' | 'editor' | 'admin'
  reason: string
  created_at: Date
  link_hash: Buffer | null
  link_expires_at: Date
  token_hash: Buffer | null
  opened_at: Date | null
  expires_at: Date | null
  ended_at: Date | null
}

/** A row of `memberships`. */
export interface MembershipRow {
  account: string
  user_id: string
  role: 'viewer' | 'office' | 'editor' | 'admin'
  invited_by: string
  invited_at: Date
  accepted_at: Date | null
  invited_name: string | null
  proven_at: Date | null
}

/** A row of `passkeys`. */
export interface PasskeyRow {
  id: string
  user_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** A row of `portal_sessions`. */
export interface PortalSessionRow {
  id: string
  user_id: string
  token_hash: Buffer
  account: string | null
  user_agent: string | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

/** A row of `requests`. */
export interface RequestRow {
  request_id: string
  at: Date
  account: string | null
  key_prefix: string | null
  method: string
  operation: string | null
  path: string | null
  status: number
  duration_ms: number
  person: string | null
  error: string | null
  download_code: number | null
  faults: unknown | null
}

/** A row of `sign_in_attempts`. */
export interface SignInAttemptRow {
  id: Buffer
  purpose: 'enrolment' | 'passkey' | 'openid'
  user_id: string | null
  data: unknown
  expires_at: Date
}

/** A row of `sign_in_codes`. */
export interface SignInCodeRow {
  id: string
  user_id: string
  code_hash: Buffer | null
  link_hash: Buffer
  tries: number
  created_at: Date
  expires_at: Date
  link_expires_at: Date
}

/** A row of `support_sessions`. */
export interface SupportSessionRow {
  id: string
  admin_token: string
  token_hash: Buffer
  created_at: Date
  last_used_at: Date
  expires_at: Date
}

/** A row of `users`. */
export interface UserRow {
  id: string
  email: string
  name: string | null
  language: string
  created_at: Date
  last_sign_in_at: Date | null
}
