import { commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** What the environment says. */
export const spec = {
  ...commonSettings,
  SMTP_URL: setting.url({ protocols: ['smtp:', 'smtps:'] }),
  MAIL_FROM: setting.text({ default: 'Guidebook service <no-reply@localhost>' }),
}

export interface ReleasesConfig {
  settings: Settings<typeof spec>
}

export const configFrom = (settings: Settings<typeof spec>): ReleasesConfig => ({ settings })
