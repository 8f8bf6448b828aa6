import type { FastifyInstance } from 'fastify'
import { opensInNativeApp } from '#contract/newsletter.ts'
import type { ServedBuild } from './served-build.ts'

export interface AppLinkSettings {
  /** The id of the app, a reverse domain name, which is the same on both platforms. */
  appId: string
  /** SHA-256 of the certificates that the Android app is signed with, in hexadecimal with colons. */
  androidCertificates?: readonly string[] | undefined
  /** The team id at Apple, ten letters and digits. */
  iosTeamId?: string | undefined
}

/** Serves Digital Asset Links for Android and associated domains for iOS: the app opens the pages of the build. */
export function serveAppLinks(
  scope: FastifyInstance,
  links: AppLinkSettings,
  build: { readonly files: Pick<ServedBuild['files'], 'pages'> },
): void {
  const { appId, androidCertificates, iosTeamId } = links
  if (androidCertificates) {
    const statement = {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: appId, sha256_cert_fingerprints: androidCertificates },
    }
    scope.get('/.well-known/assetlinks.json', () => [statement])
  }
  if (iosTeamId) {
    const appIDs = [`${iosTeamId}.${appId}`]
    scope.get('/.well-known/apple-app-site-association', () => {
      const components = build.files.pages.filter(opensInNativeApp).map((path) => ({ '/': path.replace(/:\w+/g, '*') }))
      return { applinks: { details: [{ appIDs, components }] } }
    })
  }
}
