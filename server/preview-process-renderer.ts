import { type ChildProcess, fork } from 'node:child_process'
import type { PreviewProcessReply, PreviewProcessRequest } from '#contract/preview.ts'
import type { RenderPreview } from './features/authoring/previews.ts'
import { lowerPriority } from './spawn-node.ts'

/** The scheduling priority: lower than that of the site, so that readers are answered first. */
const PRIORITY = 5
/** The program ends when no page was rendered for this time, because it takes about 250 MB. */
const IDLE_MS = 5 * 60_000

/**
 * Returns a function that renders a page as readers will see it. The first call starts the program build/preview.ts,
 * and later calls use the same program. A call rejects when the program ends before its reply.
 * @param sources the folder of the repository
 */
export function createPreviewProcessRenderer(sources: string): RenderPreview {
  let program: { child: ChildProcess; waiting: Map<number, PromiseWithResolvers<PreviewProcessReply>> } | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function startProgram(signal: AbortSignal) {
    const child = fork('build/preview.ts', ['--preview'], {
      cwd: sources,
      signal,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    lowerPriority(child, PRIORITY)
    const started = { child, waiting: new Map<number, PromiseWithResolvers<PreviewProcessReply>>() }
    const end = (error: Error) => {
      if (program === started) program = undefined
      for (const { reject } of started.waiting.values()) reject(error)
      started.waiting.clear()
    }
    child.on('message', (reply: PreviewProcessReply) => {
      started.waiting.get(reply.id)?.resolve(reply)
      started.waiting.delete(reply.id)
    })
    child.on('error', end)
    child.on('exit', (code) => end(new Error(`The program that renders previews ended with the code ${code}.`)))
    return started
  }

  return (page, signal) => {
    program ??= startProgram(signal)
    const { child, waiting } = program
    clearTimeout(idle)
    idle = setTimeout(() => child.disconnect(), IDLE_MS).unref()
    const id = ++lastId
    const reply = Promise.withResolvers<PreviewProcessReply>()
    waiting.set(id, reply)
    child.send({ id, ...page } satisfies PreviewProcessRequest)
    return reply.promise
  }
}
