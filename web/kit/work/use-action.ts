import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, messageOf, type Problem } from '../problem.ts'

/** What a press of a button does. */
export interface Action {
  /**
   * Returns a message in place of `done` when it has come to something else; then there is nothing to undo.
   * @throws {ApiError}
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing.
  run: () => Promise<string | void>
  /** The message when it is done; a function is called then. */
  done?: string | (() => string)
  /** How to take it back. */
  undo?: Action
}

export interface ActionMessage {
  text: string
  /** Why it is not done. */
  problem?: Problem
  undo?: Action
}

/** Performs one action at a time and keeps the message of what came of it. */
export function useAction() {
  const client = useQueryClient()
  const mutationKey = [useId()]
  const [message, setMessage] = useState<ActionMessage | null>(null)
  const { mutateAsync, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ run }: Action) => run(),
    onMutate: () => setMessage(null),
    onSuccess: (otherMessage, { done = '', undo }) => {
      const text = otherMessage ?? (typeof done === 'string' ? done : done())
      setMessage(undo && !otherMessage ? { text, undo } : { text })
    },
    onError: (error) => setMessage({ text: messageOf(error) ?? '', problem: toProblem(error) }),
  })

  /** Returns why it is not done; null when it is, undefined while another action is performed. */
  const perform = async (action: Action): Promise<Problem | null | undefined> => {
    if (client.isMutating({ mutationKey }) > 0) return undefined
    return mutateAsync(action).then(() => null, toProblem)
  }
  return {
    busy: isPending,
    message,
    perform,
    setMessage: (text: string) => setMessage({ text }),
    clearMessage: () => setMessage(null),
  }
}

export type ActionRunner = ReturnType<typeof useAction>

const toProblem = (error: unknown): Problem =>
  error instanceof ApiError ? error : { code: null, message: messageOf(error) ?? '' }
