import { siteOrigin } from '../../../device/native.ts'

/** The page of this site that the link in a mail leads to (S2.13). */
export const verificationUrl = (): string => `${siteOrigin()}/verify-email`
