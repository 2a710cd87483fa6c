import type { OutsideAnswers } from "../model/services.ts";
import type { OutsideAnswer, OutsideQuestion } from "../outside/outside-question.ts";

/** People and systems that answer in turn; undefined is nobody, in all the time that is waited. */
export function scriptedAnswers(...script: (Partial<OutsideAnswer> | undefined)[]) {
  const asked: OutsideQuestion[] = [];
  let addresses = 0;
  const answers: OutsideAnswers = {
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
