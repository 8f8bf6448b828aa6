import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, type Problem, readProblem } from './problem.ts'

/** An action of the user, such as the press of a button. */
export interface ActionToPerform {
  /**
   * Performs the action. May return a message, which is shown instead of `done`. Undo is then not offered.
   * @throws the error of a call
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing.
  run: () => Promise<string | void>
  /** The message after the action, or a function that returns it. */
  done?: string | (() => string)
  /** The action that undoes this one. */
  undo?: ActionToPerform
}

export interface ActionMessage {
  text: string
  /** The reason why the action failed. */
  problem?: Problem
  undo?: ActionToPerform
}

/** Performs one action at a time, and stores the message about its result. */
export function useAction() {
  const client = useQueryClient()
  const mutationKey = [useId()]
  const [message, setMessage] = useState<ActionMessage | null>(null)
  const { mutateAsync, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ run }: ActionToPerform) =>
      run().catch(async (error: unknown): Promise<never> => {
        throw error instanceof ApiError ? error : new ApiError(await readProblem(error), 0)
      }),
    onMutate: () => setMessage(null),
    onSuccess: (otherMessage, { done = '', undo }) => {
      const text = otherMessage ?? (typeof done === 'string' ? done : done())
      setMessage(undo && !otherMessage ? { text, undo } : { text })
    },
    onError: (problem: ApiError) => setMessage({ text: problem.message, problem }),
  })

  /**
   * Performs an action. Returns the problem of a failure, null after a success, and undefined when another action is
   * running.
   */
  const perform = async (action: ActionToPerform): Promise<Problem | null | undefined> => {
    if (client.isMutating({ mutationKey }) > 0) return undefined
    return mutateAsync(action).then(
      () => null,
      (problem: ApiError) => problem,
    )
  }
  return {
    busy: isPending,
    message,
    perform,
    setMessage: (text: string) => setMessage({ text }),
    setProblem: (problem: Problem) => setMessage({ text: problem.message, problem }),
    clearMessage: () => setMessage(null),
  }
}

export type UseActionReturn = ReturnType<typeof useAction>
