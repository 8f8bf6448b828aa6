import { callAll, listen } from './listen.ts'

/** Does work at intervals while the page is visible, and when it becomes visible. @returns a function that stops this */
export function repeatWhileVisible(work: () => void, intervalMs: number): () => void {
  const workIfVisible = () => document.hidden || work()
  const timer = setInterval(workIfVisible, intervalMs)
  return callAll(() => clearInterval(timer), listen(document, 'visibilitychange', workIfVisible))
}
