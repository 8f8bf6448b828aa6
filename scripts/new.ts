/**
 * `npm run new`: turns a copy of the project into the site of a new author. It asks for the name, the colours, the
 * features and so on, or takes them as flags. Then it writes site.config.ts and content/ (docs/forking.md).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { site } from '#site'
import { AnswerError } from './new/answer-error.ts'
import { type Answers, type Flags, questions, readFlags } from './new/answers.ts'
import { isGeneratedConfig } from './new/config-file.ts'
import type { ExistingSite } from './new/existing-site.ts'
import {
  describeLanguageEffects,
  type FileChange,
  listScreenUrlPaths,
  planFileChanges,
  readExistingPageFiles,
} from './new/plan.ts'

const folder = path.resolve(import.meta.dirname, '..')
const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null
const closed = new AbortController()
terminal?.once('close', () => closed.abort())

try {
  process.exitCode = await main(readFlags(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof AnswerError) && !closed.signal.aborted) throw error
  console.error(error instanceof AnswerError ? error.message : '\nNothing was changed.')
  process.exitCode = 1
} finally {
  terminal?.close()
}

async function main(flags: Flags): Promise<number> {
  if (flags.help) {
    console.log(describeFlags())
    return 0
  }
  const present = readPresentSite(flags)
  if (!flags.force) refuseUnsavedChanges()
  const answers = await collectAnswers(flags, present)
  const changes = planFileChanges(folder, present, answers, new Date().toISOString().slice(0, 10))
  if (changes.length === 0) {
    console.log('The site is already like this. Nothing was changed.')
    return 0
  }
  console.log(describeChanges(changes))
  if (!flags.yes && !(await confirm('Go ahead?'))) {
    console.log('Nothing was changed.')
    return 1
  }
  applyChanges(changes)
  console.log(describeNextSteps(present, answers))
  return 0
}

function readPresentSite({ fresh }: Flags): ExistingSite {
  const pages = readExistingPageFiles(folder)
  const publicPages = pages.filter(({ file }) => !file.startsWith('content/private/'))
  const isOwn = !fresh && isGeneratedConfig(readFileSync(path.join(folder, 'site.config.ts'), 'utf8'))
  // If the pages belong to the author, a new page must not overwrite the file of an existing page. So the paths and the
  // file names of these pages are taken too.
  const own = isOwn ? pages.flatMap(({ file, path: address }) => [address, `/${path.parse(file).name}`]) : []
  return {
    config: site,
    isOwn,
    paths: publicPages.map(({ path }) => path).filter((path) => !['/', '/privacy'].includes(path)),
    takenPaths: [...listScreenUrlPaths(folder), ...own],
  }
}

/** Throws when the files that the command changes have uncommitted changes, which git could not restore. */
function refuseUnsavedChanges(): void {
  const git = spawnSync(
    'git',
    [
      '-c',
      'core.quotePath=off',
      'status',
      '--porcelain',
      '--',
      'site.config.ts',
      'content',
      'README.md',
      'docs/pictures',
    ],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (git.status !== 0)
    throw new AnswerError(
      'This folder is in no git repository, so nothing could be undone. Run git init and commit, or add --force.',
    )
  if (git.stdout !== '')
    throw new AnswerError(
      `These files have changes that are not committed:\n${git.stdout}Commit them, so that you can go back, or add --force.`,
    )
}

/**
 * Takes the answers from the flags, and asks on the terminal for the missing ones. With `--yes`, presets replace the
 * missing answers.
 */
async function collectAnswers(flags: Flags, present: ExistingSite): Promise<Answers> {
  const answers: Partial<Answers> = { keep: [] }
  const asked = questions.filter(({ isAsked }) => isAsked?.(present) ?? true)
  const isComplete = asked.every(({ flag }) => flags[flag] !== undefined)
  if (flags.keep !== undefined && present.isOwn)
    throw new AnswerError('--keep is for the first time. Your pages stay; delete the files that you do not want.')
  if (terminal && !flags.yes && !isComplete) console.log('An empty line takes the answer in brackets.\n')
  for (const { flag, text, preset, read } of asked) {
    const suggested = preset(answers, present)
    const given = flags[flag] ?? (flags.yes ? suggested : undefined)
    const readAnswer = (line: string) => read(line, present, answers)
    if (terminal && flag === 'keep' && given === undefined) console.log(`The pages are ${present.paths.join(', ')}.`)
    if (given !== undefined)
      Object.assign(
        answers,
        readFlag(flag, () => readAnswer(given)),
      )
    else if (terminal) Object.assign(answers, await ask(text, suggested, readAnswer))
    else throw new AnswerError(`Add --${flag} and --yes, or run the command in a terminal, which then asks.`)
  }
  return answers as Answers
}

/** Reads an answer from a flag or a preset. Adds the name of the flag to the message of an error. */
function readFlag<T>(flag: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof AnswerError ? new AnswerError(`--${flag}: ${error.message}`) : error
  }
}

/** Asks a question until the answer is valid. */
async function ask<T>(text: string, preset: string, read: (line: string) => T): Promise<T> {
  for (;;) {
    const line = await question(preset === '' ? `${text}: ` : `${text} [${preset}]: `)
    try {
      return read(line.trim() || preset)
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error
      console.log(`  ${error.message}`)
    }
  }
}

async function confirm(text: string): Promise<boolean> {
  if (!terminal) throw new AnswerError('Nothing was changed. Add --yes to go ahead without a question.')
  return /^y(es)?$/i.test((await question(`${text} [y/N] `)).trim())
}

/** Asks a question once. Rejects when the terminal is closed, for example by Ctrl-C. */
async function question(text: string): Promise<string> {
  return (await terminal?.question(text, { signal: closed.signal })) ?? ''
}

function describeChanges(changes: FileChange[]): string {
  const written = changes.filter(({ text }) => text !== null).map(({ file }) => `  ${file}`)
  const removed = changes.filter(({ text }) => text === null).map(({ file }) => `  ${file}`)
  return [
    '',
    ...(removed.length > 0 ? ['Removes:', ...removed] : []),
    ...(written.length > 0 ? ['Writes:', ...written] : []),
    '',
  ].join('\n')
}

function applyChanges(changes: FileChange[]): void {
  for (const { file, text } of changes) {
    const target = path.join(folder, file)
    if (text === null) {
      rmSync(target)
      removeEmptyFolders(path.dirname(target))
      continue
    }
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

function removeEmptyFolders(from: string): void {
  for (let current = from; current !== folder && readdirSync(current).length === 0; current = path.dirname(current))
    rmdirSync(current)
}

function describeFlags(): string {
  const lines = questions.map(({ flag, text }) => `  --${flag.padEnd(10)} ${text}`)
  return [
    'npm run new makes the site yours. It asks, or takes the answers as flags:',
    '',
    ...lines,
    '  --yes        goes ahead without questions; what no flag says stays as it is',
    '  --force      goes ahead although files are not committed',
    '  --fresh      starts over with new pages, as the first time',
    '',
    'Example:',
    '  npm run new -- --name "Le Fournil" --author "Anne Martin" --language fr --address https://lefournil.example \\',
    '    --groups "Pains=orange, Recettes=25" --features accounts,comments --yes',
  ].join('\n')
}

function describeNextSteps({ isOwn }: ExistingSite, { name, language, features }: Answers): string {
  const steps = isOwn
    ? ['npm start builds and serves it.']
    : [
        `npm start builds and serves it${features.accounts ? ', and prints a link that makes you the admin' : ''}.`,
        'HOST=0.0.0.0 npm start also prints an address for your phone, when it is in the same network.',
        'npm run dev shows your pages while you write. content/home.mdx is a good start.',
        'npm run new, again, changes what you change your mind about.',
      ]
  return [`${name} is ready.`, ...describeLanguageEffects(language), '', ...steps].join('\n')
}
