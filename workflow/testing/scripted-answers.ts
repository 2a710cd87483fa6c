import type { WaitAnswer, WaitRequest } from "../gateway/wait-messages.ts";
import type { WaitService } from "../model/services.ts";

/** People and systems that answer in turn; undefined is nobody, in all the time that is waited. */
export function scriptedAnswers(...script: (Partial<WaitAnswer> | undefined)[]) {
  const asked: WaitRequest[] = [];
  let addresses = 0;
  const answers: WaitService = {
    address: () => {
      addresses += 1;
      return Promise.resolve(`https://stoa.example/resume/${addresses}`);
    },
    wait: (question) => {
      asked.push(question);
      const answer = script[asked.length - 1];
      return Promise.resolve({
        ...(answer && { answer: { headers: {}, query: {}, body: {}, files: {}, ...answer } }),
        runEnds: false,
      });
    },
  };
  return { answers, asked };
}
