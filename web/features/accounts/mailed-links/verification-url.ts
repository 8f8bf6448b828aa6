import { siteOrigin } from '../../../device/native.ts'

/** Returns the address of the page that verification mails link to (S2.13). */
export const buildVerificationUrl = (): string => `${siteOrigin()}/verify-email`
