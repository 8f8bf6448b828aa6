import type { FastifyInstance } from 'fastify'

/** What the makers of the app say of it, so that its addresses open in it. */
export interface AppLinks {
  /** Reverse domain name, the same on both platforms. */
  appId: string
  /** SHA-256 of the certificates that the Android app is signed with, in hexadecimal with colons. */
  androidCertificates?: readonly string[] | undefined
  /** The ten letters and digits that Apple knows its maker by. */
  iosTeamId?: string | undefined
}

/**
 * Says which app the pages of the site may open in, where one is configured: Digital Asset Links for Android, associated
 * domains for iOS. Both ask for it over https and follow no redirect.
 * @param paths the pages; what is no page stays in the browser
 */
export function answerAppLinks(scope: FastifyInstance, links: AppLinks, paths: readonly string[]): void {
  const { appId, androidCertificates, iosTeamId } = links
  if (androidCertificates) {
    const statement = {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: appId, sha256_cert_fingerprints: androidCertificates },
    }
    scope.get('/.well-known/assetlinks.json', () => [statement])
  }
  if (iosTeamId) {
    const details = [
      { appIDs: [`${iosTeamId}.${appId}`], components: paths.map((path) => ({ '/': path.replace(/:\w+/g, '*') })) },
    ]
    scope.get('/.well-known/apple-app-site-association', () => ({ applinks: { details } }))
  }
}
