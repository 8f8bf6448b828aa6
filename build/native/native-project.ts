import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { site } from '#site'
import { opensInNativeApp } from '../../contract/newsletter.ts'
import { documentNameToPath } from '../../contract/page-path.ts'
import { distFolder } from '../site.ts'
import { configureAndroid } from './android.ts'
import type { NativeSettings } from './app.ts'
import { configureIos } from './ios.ts'
import { writeWebFolder } from './web-folder.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The path of each platform's push configuration file in the project. */
const pushFiles = { android: 'android/app/google-services.json', ios: 'ios/App/App/GoogleService-Info.plist' } as const

export type NativePlatform = keyof typeof pushFiles
export const isNativePlatform = (name: string): name is NativePlatform => Object.hasOwn(pushFiles, name)

interface ProjectOptions {
  platform: NativePlatform
  /** The folder of the projects; it is ignored by git, because everything in it is generated. */
  folder?: string
  /** The build whose files the app contains. */
  build?: string
  say?: (text: string) => void
}

/**
 * Creates the project of a platform from Capacitor's templates, without a network or SDK. An existing project is
 * updated, and keeps changes that were made in Android Studio or Xcode.
 * @throws with an instruction, when there is no build or Capacitor fails
 */
export async function createNativeProject(options: ProjectOptions): Promise<void> {
  const { platform, folder = path.join(root, 'native'), build = distFolder, say = () => {} } = options
  if (!existsSync(path.join(build, 'build.json')))
    throw new Error(`There is no build at ${build}. Run "npm run build".`)
  const settings = readSettings(build)
  mkdirSync(folder, { recursive: true })
  refuseOtherId(folder, settings.id)
  say('Taking the files of the site …')
  const push = existsSync(path.join(folder, pushFiles[platform]))
  writeWebFolder({ from: build, to: path.join(folder, 'web'), origin: settings.origin, push })
  writeFileSync(path.join(folder, 'package.json'), json(packageOf(settings)))
  writeFileSync(path.join(folder, 'capacitor.config.json'), json(configOf(settings)))
  const there = existsSync(path.join(folder, platform))
  say(
    `${there ? 'Bringing up to date' : 'Making'} the project in ${path.join(path.relative(root, folder), platform)} …`,
  )
  const packages = platform === 'ios' && !there ? ['--packagemanager', 'SPM'] : []
  capacitor(folder, there ? 'sync' : 'add', platform, ...packages)
  const finish = { android: configureAndroid, ios: configureIos }[platform]
  await finish(path.join(folder, platform), settings)
}

/** Returns instructions for running the app and for setting up push. */
export function describeNextSteps(platform: NativePlatform): string {
  const [program, file, where] =
    platform === 'android'
      ? ['Android Studio', 'native/android', 'google-services.json']
      : ['Xcode, on a Mac', 'native/ios/App/App.xcodeproj', 'GoogleService-Info.plist']
  return [
    '',
    `Open ${file} in ${program}, choose a device, and press Run.`,
    'The site lets the app call it where NATIVE=on is set.',
    `For push, put ${where} from the Firebase console at native/${pushFiles[platform]}, and run this again.`,
    'More is in docs/native.md.',
  ].join('\n')
}

function readSettings(build: string): NativeSettings {
  const { id } = site.app
  if (!/^[a-z]\w*(\.[a-z]\w*)+$/i.test(id))
    throw new Error(
      `app.id in site.config.ts is "${id}". It must be like org.example.site: words with dots, no dashes.`,
    )
  const web = path.join(build, 'web')
  const { pages }: { pages: { aliases: string[] }[] } = JSON.parse(readFileSync(path.join(build, 'build.json'), 'utf8'))
  const paths = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.html') && !['404.html', 'index.html'].includes(name))
    .map((name) => documentNameToPath(name.replace(/\.html$/, '')))
  return {
    id,
    name: site.name,
    version: (readJson(path.join(root, 'package.json')) as { version: string }).version,
    origin: site.origin,
    paths: ['/', ...paths, ...pages.flatMap(({ aliases }) => aliases)].filter(opensInNativeApp).sort(),
    icon: readFileSync(path.join(web, 'favicon.svg'), 'utf8'),
  }
}

/**
 * Throws when the project has another app id, because Capacitor never changes the id in folder names and project files.
 */
function refuseOtherId(folder: string, id: string): void {
  const config = path.join(folder, 'capacitor.config.json')
  if (!existsSync(config)) return
  const { appId } = readJson(config) as { appId?: string }
  if (appId !== id) throw new Error(`The project in ${folder} is that of ${appId}. Remove it, then run this again.`)
}

/** Returns the package.json of the project. Capacitor finds its plugins in the dependencies of this file. */
function packageOf({ version }: NativeSettings) {
  const { dependencies } = readJson(path.join(root, 'package.json')) as { dependencies: Record<string, string> }
  const plugins = Object.entries(dependencies).filter(([name]) => name.startsWith('@capacitor/'))
  return { name: 'native', version, private: true, dependencies: Object.fromEntries(plugins) }
}

const configOf = ({ id, name }: NativeSettings) => ({
  appId: id,
  // Capacitor inserts the name into its templates by `String.replace`, where `$$` stands for `$`.
  appName: name.replaceAll('$', '$$$$'),
  webDir: 'web',
  plugins: {
    // The app fills the whole screen. The styles of the site keep its content away from cameras and bars
    // (web/look/tokens.css).
    SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    // Shows push messages while the app is open, too.
    PushNotifications: { presentationOptions: ['badge', 'sound', 'alert', 'banner', 'list'] },
  },
})

/**
 * Runs the program of Capacitor as in CI and without a terminal, so that it asks no questions and sends no statistics.
 */
function capacitor(folder: string, ...args: string[]): void {
  const program = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@capacitor/cli/package.json')),
    'bin/capacitor',
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, CI: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status !== 0) throw new Error(`Capacitor could not do it:\n${stdout}${stderr}`)
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
