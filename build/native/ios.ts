import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '../../contract/escape-html.ts'
import { type NativeSettings, nativeAppColours, toVersionNumber } from './app.ts'
import { writeIcon } from './icon-pictures.ts'
import { editFile, insertLinesBefore, replaceInTemplate } from './insert.ts'

/** Adapts Capacitor's iOS project to the site. @param folder the project's folder */
export async function configureIos(folder: string, settings: NativeSettings): Promise<void> {
  const app = path.join(folder, 'App/App')
  editFile(path.join(app, 'Info.plist'), (text) => plistOf(text, settings))
  editFile(path.join(app, 'AppDelegate.swift'), delegateOf)
  writeFileSync(path.join(app, 'App.entitlements'), entitlementsOf(new URL(settings.origin).host))
  editFile(path.join(folder, 'App/App.xcodeproj/project.pbxproj'), (text) => projectOf(text, settings.version))
  await writePictures(path.join(app, 'Assets.xcassets'), settings.icon)
}

function plistOf(text: string, { name }: NativeSettings): string {
  const title = /(?<=<key>CFBundleDisplayName<\/key>\s*<string>)[^<]*/
  // Apple asks about encryption at each upload; https is exempt.
  const lines = ['\t<key>ITSAppUsesNonExemptEncryption</key>', '\t<false/>']
  // Xcode would replace $(X) and ${X} by a setting, so an invisible character (word joiner) follows the $.
  const shown = name.replace(/\$(?=[({])/g, '$$\u2060')
  const titled = replaceInTemplate(text, title, () => escapeHtml(shown))
  return insertLinesBefore(titled, /<\/dict>\s<\/plist>/, { name: 'encryption', kind: 'xml', lines })
}

/**
 * Returns the entitlements file. Xcode replaces `development` by `production` when it archives the app for the store.
 */
const entitlementsOf = (host: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>aps-environment</key>
\t<string>development</string>
\t<key>com.apple.developer.associated-domains</key>
\t<array>
\t\t<string>applinks:${escapeHtml(host)}</string>
\t</array>
</dict>
</plist>
`

function projectOf(text: string, version: string): string {
  const numbered = replaceInTemplate(
    text,
    /CURRENT_PROJECT_VERSION = [^;]*/,
    () => `CURRENT_PROJECT_VERSION = ${toVersionNumber(version)}`,
  )
  const named = replaceInTemplate(numbered, /MARKETING_VERSION = [^;]*/, () => `MARKETING_VERSION = ${version}`)
  const entitlements = 'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;'
  if (named.includes(entitlements)) return named
  return replaceInTemplate(named, /\t+(?=INFOPLIST_FILE = )/, (tabs) => `${tabs}${entitlements}\n${tabs}`)
}

/**
 * Swift code that exchanges Apple's device token for the Firebase token that the site uses. The Firebase package is
 * added in Xcode (docs/native.md). Without the package, the app builds and reports that push is unavailable.
 */
const messaging = `    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        #if canImport(FirebaseMessaging)
        Messaging.messaging().apnsToken = deviceToken
        Messaging.messaging().token { token, error in
            if let token {
                NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: token)
            } else {
                NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
            }
        }
        #else
        NotificationCenter.default.post(
            name: .capacitorDidFailToRegisterForRemoteNotifications,
            object: NSError(domain: "push", code: 1, userInfo: [NSLocalizedDescriptionKey: "Firebase is not part of this app."])
        )
        #endif
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }`

function delegateOf(text: string): string {
  const add = (to: string, place: RegExp, name: string, lines: string) =>
    insertLinesBefore(to, place, { name, kind: 'swift', lines: [lines] })
  const imports = '#if canImport(FirebaseMessaging)\nimport FirebaseCore\nimport FirebaseMessaging\n#endif'
  const configure = `        #if canImport(FirebaseMessaging)
        if Bundle.main.path(forResource: "GoogleService-Info", ofType: "plist") != nil { FirebaseApp.configure() }
        #endif`
  const importing = add(text, /@UIApplicationMain/, 'imports', imports)
  const configuring = add(importing, / *\/\/ Override point for customization/, 'configure', configure)
  return add(configuring, /}\s*$/, 'messaging', messaging)
}

async function writePictures(assets: string, svg: string): Promise<void> {
  const icon = path.join(assets, 'AppIcon.appiconset/AppIcon-512@2x.png')
  await writeIcon(svg, icon, { size: 1024, share: 0.78, ground: nativeAppColours.day.sky })
  const splash = path.join(assets, 'Splash.imageset')
  rmSync(splash, { recursive: true, force: true })
  mkdirSync(splash)
  for (const time of ['day', 'night'] as const) {
    await writeIcon(svg, path.join(splash, `${time}.png`), {
      size: 2732,
      share: 0.12,
      ground: nativeAppColours[time].sky,
    })
  }
  const dark = [{ appearance: 'luminosity', value: 'dark' }]
  const images = [
    { idiom: 'universal', filename: 'day.png' },
    { idiom: 'universal', filename: 'night.png', appearances: dark },
  ]
  const contents = { images, info: { author: 'xcode', version: 1 } }
  writeFileSync(path.join(splash, 'Contents.json'), `${JSON.stringify(contents, null, 2)}\n`)
}
