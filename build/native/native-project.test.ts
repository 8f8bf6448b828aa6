import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { site } from '#site'
import { escapeHtml } from '../../contract/escape-html.ts'
import { createNativeProject, type NativePlatform } from './native-project.ts'
import { renderNativePage } from './web-folder.ts'

const { host } = new URL(site.origin)
const hash = 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const csp = { scripts: [hash], styles: [hash] }
const home = `<!doctype html><html><head><meta charset="utf-8"><link rel="manifest" href="/manifest.webmanifest">
<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head>
<body><div id="root"><div class="page"><p>words of Home</p></div></div>
</body></html>`

let folder: string
let build: string

/** Returns a hash of each file of a project, except the web view's files, which come from the build. */
function filesOf(platform: NativePlatform): Record<string, string> {
  const names = readdirSync(path.join(folder, platform), { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Object.fromEntries(files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]))
}
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
const make = (platform: NativePlatform) => createNativeProject({ platform, folder, build })

beforeAll(async () => {
  // The folder is inside the project, because Capacitor looks for packages in parent folders.
  mkdirSync('test-results', { recursive: true })
  const root = mkdtempSync('test-results/native-')
  folder = path.resolve(root, 'native')
  build = path.resolve(root, 'dist')
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(build, name)), { recursive: true })
    writeFileSync(path.join(build, name), text)
  }
  const pages = [{ path: '/about', aliases: ['/who'] }]
  write('build.json', JSON.stringify({ csp, version: 'one', pages }))
  write('web/index.html', home)
  for (const name of [
    'about.html',
    'articles/%C3%B6l.html',
    'desk/log.html',
    '404.html',
    'newsletter/confirm.html',
    'newsletter/unsubscribe.html',
    'feed.xml',
    'service-worker.js',
  ])
    write(`web/${name}`, '')
  for (const name of ['main.js', 'main.js.br', 'main.js.map']) write(`web/assets/${name}`, 'code')
  write('web/texts/index.json', '{}')
  write('web/search-index.json', '{}')
  write('web/favicon.ico', '')
  write(
    'web/favicon.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
  )
  await make('android')
  await make('ios')
}, 60_000)
afterAll(() => rmSync(path.dirname(folder), { recursive: true }))

test('the app contains the files that its screens need, and no files that only browsers need', () => {
  const files = readdirSync(path.join(folder, 'web'), { recursive: true }).sort()
  expect(files).toEqual([
    ...['assets', 'assets/main.js', 'favicon.ico', 'favicon.svg', 'index.html', 'search-index.json'],
    ...['texts', 'texts/index.json'],
  ])
  for (const inside of ['android/app/src/main/assets/public', 'ios/App/App/public']) {
    expect(read(`${inside}/index.html`)).toBe(read('web/index.html'))
    expect(read(`${inside}/assets/main.js`)).toBe('code')
  }
})

test('the page of the app has the origin and content security policy of the site, but no content of Home', () => {
  const page = renderNativePage(home, { csp, version: 'one', origin: 'https://site.test', push: true })
  expect(page).toContain('<meta name="site-origin" content="https://site.test">')
  expect(page).toContain('<meta name="native-push" content="on">')
  expect(page).toContain("connect-src 'self' https://site.test wss://site.test https://api.stripe.com;")
  expect(page).toContain("img-src 'self' data: https://site.test;")
  // The policy always allows Stripe, because the app learns only later whether the server accepts cards.
  expect(page).toContain(`script-src 'self' '${hash}' https://js.stripe.com;`)
  expect(page).not.toMatch(/frame-ancestors|manifest\.webmanifest|feed\.xml|words of Home/)
  expect(renderNativePage(home, { csp, version: 'one', origin: 'https://site.test', push: false })).not.toContain(
    'native-push',
  )
})

test('Android opens the app only for links to pages of the site, and no links of the newsletter’s mails', () => {
  const manifest = read('android/app/src/main/AndroidManifest.xml')
  expect(manifest).toContain('<intent-filter android:autoVerify="true">')
  expect(manifest).toContain(`<data android:host="${host}" />`)
  const paths = [...manifest.matchAll(/android:path="([^"]*)"/g)].map(([, path]) => path)
  // Android compares the paths of links after it has decoded them.
  expect(paths).toEqual(['/', '/about', '/articles/öl', '/desk/log', '/who'])
  expect(manifest).toContain('android.permission.POST_NOTIFICATIONS')
  expect(manifest).toContain('android:allowBackup="false"')
})

test('the Android project has the name and id of the site, the plugins and a version', () => {
  expect(read('android/app/src/main/res/values/strings.xml')).toContain(`<string name="app_name">${site.name}</string>`)
  const gradle = read('android/app/build.gradle')
  expect(gradle).toContain(`applicationId "${site.app.id}"`)
  expect(gradle).toMatch(/versionCode [1-9]\d*\n/)
  expect(read(`android/app/src/main/java/${site.app.id.replaceAll('.', '/')}/MainActivity.java`)).toContain(
    'BridgeActivity',
  )
  const plugins = JSON.parse(read('android/app/src/main/assets/capacitor.plugins.json')).map(
    ({ pkg }: { pkg: string }) => pkg,
  )
  expect(plugins).toEqual(expect.arrayContaining(['@capacitor/app', '@capacitor/push-notifications']))
  const config = JSON.parse(read('android/app/src/main/assets/capacitor.config.json'))
  expect(config).toMatchObject({ appId: site.app.id, appName: site.name })
  expect(config.plugins.PushNotifications.presentationOptions).toContain('alert')
  expect(config.server).toBeUndefined()
})

test('the Android project has icons for every screen density, and defines every colour that it uses', async () => {
  const resources = 'android/app/src/main/res'
  for (const [density, size] of Object.entries({ mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 })) {
    const picture = await sharp(path.join(folder, resources, `mipmap-${density}/ic_launcher.png`)).metadata()
    expect(picture).toMatchObject({ width: size, height: size })
  }
  const notification = await sharp(path.join(folder, resources, 'drawable-mdpi/ic_notification.png')).stats()
  expect(notification.channels.slice(0, 3).every(({ min }) => min >= 250 || min === 0)).toBe(true)
  const names = readdirSync(path.join(folder, resources), { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.endsWith('splash.png'))).toEqual([])
  const styles = read(`${resources}/values/styles.xml`)
  for (const time of ['values', 'values-night']) {
    const colours = read(`${resources}/${time}/colors.xml`)
    for (const [, name] of styles.matchAll(/@color\/(\w+)/g)) expect(colours).toContain(`name="${name}"`)
    expect(colours).toContain('name="ic_launcher_background"')
  }
})

test('the iOS project has the name and id of the site, entitlements, plugins and the settings for push messages', () => {
  const plist = read('ios/App/App/Info.plist')
  expect(plist).toMatch(new RegExp(`<key>CFBundleDisplayName</key>\\s*<string>${site.name}</string>`))
  expect(plist).toMatch(/<key>ITSAppUsesNonExemptEncryption<\/key>\s*<false\/>/)
  const project = read('ios/App/App.xcodeproj/project.pbxproj')
  expect(project.match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)).toHaveLength(2)
  expect(project.match(new RegExp(`PRODUCT_BUNDLE_IDENTIFIER = ${site.app.id};`, 'g'))).toHaveLength(2)
  const entitlements = read('ios/App/App/App.entitlements')
  expect(entitlements).toContain(`<string>applinks:${host}</string>`)
  expect(entitlements).toContain('<key>aps-environment</key>')
  const delegate = read('ios/App/App/AppDelegate.swift')
  expect(delegate.match(/didRegisterForRemoteNotificationsWithDeviceToken/g)).toHaveLength(1)
  expect(delegate.split('{').length).toBe(delegate.split('}').length)
  expect(read('ios/App/CapApp-SPM/Package.swift')).toMatch(/CapacitorApp"[\s\S]*CapacitorPushNotifications"/)
})

test('the iOS project has an opaque icon, and exactly the splash pictures that its list of splash pictures names', async () => {
  const assets = 'ios/App/App/Assets.xcassets'
  const icon = await sharp(path.join(folder, assets, 'AppIcon.appiconset/AppIcon-512@2x.png')).metadata()
  expect(icon).toMatchObject({ width: 1024, height: 1024, hasAlpha: false })
  const { images } = JSON.parse(read(`${assets}/Splash.imageset/Contents.json`))
  const names: string[] = images.map(({ filename }: { filename: string }) => filename)
  expect(readdirSync(path.join(folder, assets, 'Splash.imageset')).sort()).toEqual(['Contents.json', ...names].sort())
})

test('a second creation of the native projects changes no file and keeps manual additions', async () => {
  const before = { ...filesOf('android'), ...filesOf('ios') }
  expect(Object.keys(before).length).toBeGreaterThan(60)
  const manifest = path.join(folder, 'android/app/src/main/AndroidManifest.xml')
  await make('android')
  await make('ios')
  expect({ ...filesOf('android'), ...filesOf('ios') }).toEqual(before)

  const own = '    <uses-permission android:name="android.permission.VIBRATE" />\n</manifest>'
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('</manifest>', own))
  writeFileSync(path.join(folder, 'android/app/google-services.json'), '{}')
  await make('android')
  expect(readFileSync(manifest, 'utf8')).toContain('android.permission.VIBRATE')
  expect(readFileSync(manifest, 'utf8').match(/autoVerify/g)).toHaveLength(1)
  // The push configuration file exists now, so the app offers push.
  expect(read('android/app/src/main/assets/public/index.html')).toContain('<meta name="native-push" content="on">')
}, 60_000)

test('the name of the iOS project may contain patterns of String.replace such as $&, and variables of Xcode such as $(HAT)', async () => {
  const name = "$1 $& $$ $' $` $(HAT) $\u007bHAT}"
  vi.spyOn(site, 'name', 'get').mockReturnValue(name as never)
  const other = path.join(path.dirname(folder), 'other')
  await createNativeProject({ platform: 'ios', folder: other, build })
  vi.restoreAllMocks()
  const plist = readFileSync(path.join(other, 'ios/App/App/Info.plist'), 'utf8')
  const names = plist.matchAll(/<key>CFBundleDisplayName<\/key>\s*<string>(.*?)<\/string>/gs)
  expect([...names].map(([, text]) => text)).toEqual([escapeHtml("$1 $& $$ $' $` $\u2060(HAT) $\u2060{HAT}")])
}, 60_000)

test('explains what to do when there is no build, or when the folder contains another app', async () => {
  await expect(createNativeProject({ platform: 'ios', folder, build: folder })).rejects.toThrow(/npm run build/)
  const other = mkdtempSync(path.join(tmpdir(), 'site-native-'))
  writeFileSync(path.join(other, 'capacitor.config.json'), '{"appId":"example.other"}')
  await expect(createNativeProject({ platform: 'ios', folder: other, build })).rejects.toThrow(
    /that of example.other. Remove it/,
  )
  rmSync(other, { recursive: true })
})

test.each([[], ['windows']])(
  'npm run native shows its usage when the platform is missing or unknown: %s',
  (...args) => {
    const run = () => execFileSync(process.execPath, ['scripts/native.ts', ...args], { stdio: 'pipe' })
    expect(run).toThrow(/npm run native -- android/)
  },
)
