import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { escapeHtml } from '../../contract/escape-html.ts'
import { decodePercentEncoding, hasPathParameters } from '../../contract/page-path.ts'
import { type NativeSettings, nativeAppColours, toVersionNumber } from './app.ts'
import { writeIcon } from './icon-pictures.ts'
import { editFile, insertLinesBefore, replaceInTemplate } from './insert.ts'

/** The scale of each screen density, relative to 160 pixels per inch. */
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const

/** Adapts Capacitor's Android project to the site. @param folder the project's folder */
export async function configureAndroid(folder: string, settings: NativeSettings): Promise<void> {
  const main = path.join(folder, 'app/src/main')
  editFile(path.join(main, 'AndroidManifest.xml'), (text) => manifestOf(text, settings))
  editFile(path.join(folder, 'app/build.gradle'), (text) => {
    const numbered = replaceInTemplate(
      text,
      /versionCode \d+/,
      () => `versionCode ${toVersionNumber(settings.version)}`,
    )
    return replaceInTemplate(numbered, /versionName "[^"]*"/, () => `versionName "${settings.version}"`)
  })
  const resources = path.join(main, 'res')
  const write = (name: string, lines: string[]) => {
    mkdirSync(path.dirname(path.join(resources, name)), { recursive: true })
    const text = ['<?xml version="1.0" encoding="utf-8"?>', '<resources>', ...lines, '</resources>', '']
    writeFileSync(path.join(resources, name), text.join('\n'))
  }
  write('values/strings.xml', [
    `    <string name="app_name">${escapeAndroidText(settings.name)}</string>`,
    `    <string name="title_activity_main">${escapeAndroidText(settings.name)}</string>`,
    `    <string name="package_name">${settings.id}</string>`,
    `    <string name="custom_url_scheme">${settings.id}</string>`,
  ])
  write('values/colors.xml', coloursOf('day'))
  write('values-night/colors.xml', coloursOf('night'))
  write('values/styles.xml', styles)
  rmSync(path.join(resources, 'values/ic_launcher_background.xml'), { force: true })
  removeTemplateSplashes(resources)
  await writeIcons(resources, settings.icon)
}

function manifestOf(text: string, { origin, paths }: NativeSettings): string {
  const { host } = new URL(origin)
  const links = [
    '            <intent-filter android:autoVerify="true">',
    '                <action android:name="android.intent.action.VIEW" />',
    '                <category android:name="android.intent.category.DEFAULT" />',
    '                <category android:name="android.intent.category.BROWSABLE" />',
    '                <data android:scheme="https" />',
    `                <data android:host="${escapeHtml(host)}" />`,
    ...paths.map((path) => `                <data ${addressOf(path)} />`),
    '            </intent-filter>',
  ]
  const notifications = [
    '        <meta-data',
    '            android:name="com.google.firebase.messaging.default_notification_icon"',
    '            android:resource="@drawable/ic_notification" />',
  ]
  // Excludes the app from backups, because it stores the login of this device.
  let manifest = text.replace('android:allowBackup="true"', 'android:allowBackup="false"')
  manifest = insertLinesBefore(manifest, / *<\/activity>/, { name: 'links', kind: 'xml', lines: links })
  manifest = insertLinesBefore(manifest, / *<\/application>/, {
    name: 'notifications',
    kind: 'xml',
    lines: notifications,
  })
  const permissions = ['    <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />']
  return insertLinesBefore(manifest, /<\/manifest>/, { name: 'permissions', kind: 'xml', lines: permissions })
}

const coloursOf = (time: keyof typeof nativeAppColours): string[] => [
  `    <color name="page">${nativeAppColours[time].page}</color>`,
  `    <color name="sky">${nativeAppColours[time].sky}</color>`,
  `    <color name="ic_launcher_background">${nativeAppColours.day.sky}</color>`,
]

/**
 * The styles of the app. The app shows the icon on the colour of the sky until the page loads, then the page's
 * background.
 */
const styles = [
  '    <style name="AppTheme" parent="Theme.AppCompat.DayNight.NoActionBar" />',
  '    <style name="AppTheme.NoActionBar" parent="Theme.AppCompat.DayNight.NoActionBar">',
  '        <item name="windowActionBar">false</item>',
  '        <item name="windowNoTitle">true</item>',
  '        <item name="android:windowBackground">@color/page</item>',
  '    </style>',
  '    <style name="AppTheme.NoActionBarLaunch" parent="Theme.SplashScreen">',
  '        <item name="windowSplashScreenBackground">@color/sky</item>',
  '        <item name="windowSplashScreenAnimatedIcon">@mipmap/ic_launcher_foreground</item>',
  '        <item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>',
  '    </style>',
]

/** Removes the template's splash pictures and unused icons. */
function removeTemplateSplashes(resources: string): void {
  for (const folder of readdirSync(resources).filter((name) => name.startsWith('drawable'))) {
    for (const name of ['splash.png', 'ic_launcher_background.xml', 'ic_launcher_foreground.xml'])
      rmSync(path.join(resources, folder, name), { force: true })
    if (readdirSync(path.join(resources, folder)).length === 0) rmdirSync(path.join(resources, folder))
  }
}

async function writeIcons(resources: string, svg: string): Promise<void> {
  for (const [density, scale] of Object.entries(densities)) {
    const mipmap = path.join(resources, `mipmap-${density}`)
    const ground = nativeAppColours.day.sky
    // The launcher of Android shows the inner 72 of the 108 units of an icon, and cuts the icon to its own shape.
    await writeIcon(svg, path.join(mipmap, 'ic_launcher_foreground.png'), { size: 108 * scale, share: 0.5 })
    await writeIcon(svg, path.join(mipmap, 'ic_launcher.png'), { size: 48 * scale, share: 0.8, ground })
    await writeIcon(svg, path.join(mipmap, 'ic_launcher_round.png'), {
      size: 48 * scale,
      share: 0.7,
      ground,
      round: true,
    })
    const notification = path.join(resources, `drawable-${density}`, 'ic_notification.png')
    await writeIcon(svg, notification, { size: 24 * scale, share: 0.9, white: true })
  }
}

/**
 * Escapes a text for Android's string resources. An apostrophe or quotation mark needs a backslash there even as an
 * entity of XML. A leading @ or ? would start a reference.
 */
export const escapeAndroidText = (text: string): string => escapeHtml(text.replace(/(['"\\]|^[@?])/g, '\\$1'))

/**
 * Returns the attribute of a link filter that matches a route: its decoded path, or a pattern when the route has
 * parameters.
 */
const addressOf = (path: string) =>
  hasPathParameters(path)
    ? `android:pathPattern="${escapeHtml(path.replace(/:\w+/g, '.*'))}"`
    : `android:path="${escapeHtml(decodePercentEncoding(path))}"`
