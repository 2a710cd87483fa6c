import { type EntityKind, extract, numberIn, toIsoDate } from "./extract.ts";
import type { SchemaNode } from "./json-schema.ts";
import { Corpus, sortByScore } from "./rank.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import { findCentralSentences, findKeywords, takeFirstWords } from "./summary.ts";
import { extractTerms } from "./text-terms.ts";

/** The kinds of values that a property's name suggests. */
const KINDS: [RegExp, EntityKind][] = [
  [/e-?mail/i, "email"],
  [/\b(?:url|link|website|homepage)\b/i, "url"],
  [/\b(?:phone|telephone|mobile|fax)\b/i, "phone"],
  [/\b(?:dates?|deadline|day|birthday|due)\b/i, "date"],
  [/\b(?:amount|price|cost|total|fee|revenue|budget|salary|balance|value)\b/i, "amount"],
  [/\b(?:percent|percentage|share|rate)\b/i, "percentage"],
  [/\b(?:city|town|country|place|location|destination|origin|region)\b/i, "place"],
  [
    /\b(?:names?|author|person|people|customer|sender|recipient|contact|ceo|owner|company|organi[sz]ation)\b/i,
    "name",
  ],
];
const SUMMARY =
  /\b(?:summary|abstract|overview|description|text|content|answer|response|output|result|reply|conclusion|explanation|reason(?:ing)?)\b/i;
const TITLE = /\b(?:title|headline|subject|topic)\b/i;
const KEYWORDS = /\b(?:keywords?|tags|topics|terms)\b/i;
const POINTS =
  /\b(?:points?|findings|facts|takeaways|insights|highlights|bullets|sentences|steps|items|quotes|arguments)\b/i;
const NEGATED =
  /\b(?:no|not|never|none|without|false|cannot|can't|isn't|doesn't|wasn't|didn't|disabled|inactive)\b/i;
/** Matches the total below a list, which is not one of the list's entries. */
const TOTAL = /^(?:sub|grand )?-?total\b/i;
/** The distance in characters from which on all values count as equally far from the words that name them. */
const NEAR_CHARS = 120;
const LONG_TEXT_SENTENCES = 3;
const TITLE_WORDS = 12;
const MAX_VALUE_CHARS = 200;

/** Splits a property's name: `dueDate`, `due_date` and `due-date` become the words "due date". */
function toSpokenName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim();
}

/** Finds candidates for the value of one property in a text. */
export class PropertyEvidence {
  /** The part of the text that belongs to this property. */
  readonly scope: string;
  private readonly name: string;
  private readonly description: string;
  private readonly corpus: Corpus;

  constructor(
    scope: string,
    name = "",
    description = "",
    corpus: Corpus = new Corpus(splitSentences(scope)),
  ) {
    this.scope = scope;
    this.name = name;
    this.description = description;
    this.corpus = corpus;
  }

  /** Returns this part of the text as evidence for the property with the given name. */
  findFor(name: string): PropertyEvidence {
    return new PropertyEvidence(this.scope, toSpokenName(name), "", this.corpus);
  }

  findByDescription(description: string | undefined): PropertyEvidence {
    if (description === undefined) return this;
    return new PropertyEvidence(this.scope, this.name, description, this.corpus);
  }

  /** Returns candidates for a string, best first. */
  listStrings(): string[] {
    const labelled = this.findLabeledValue();
    const kind = this.detectKind();
    if (labelled !== undefined) {
      return [...(kind === undefined ? [] : extract(kind, labelled)), labelled];
    }
    if (kind !== undefined) return this.findNearest(kind);
    if (TITLE.test(this.name))
      return this.findCentral(1).map((text) => takeFirstWords(text, TITLE_WORDS).replace(/\.$/, ""));
    if (SUMMARY.test(this.name) || this.name === "") {
      return [this.findCentral(LONG_TEXT_SENTENCES).join(" "), ...this.findCentral(1)].filter(
        (text) => text !== "",
      );
    }
    const [best] = this.findMatching();
    return best === undefined ? [] : [best.text];
  }

  /** Returns candidates for a number, nearest to the property's name first. */
  listNumbers(): number[] {
    const labelled = this.findLabeledValue();
    const kind =
      this.detectKind() === "percentage"
        ? "percentage"
        : this.detectKind() === "amount"
          ? "amount"
          : "number";
    const near = labelled === undefined ? [] : extract("number", labelled);
    const written =
      near.length > 0
        ? [labelled ?? ""]
        : [...this.findNearest(kind), ...(this.isNamed() ? this.findNearest("number") : [])];
    return written.map(numberIn).filter((value) => value !== undefined);
  }

  /** Returns the value that the text suggests for a boolean property. Undefined if the text does not mention it. */
  findBoolean(): boolean | undefined {
    const labelled = this.findLabeledValue();
    if (labelled !== undefined) return !(NEGATED.test(labelled) || /^(?:n|0|off)\b/i.test(labelled));
    const [best] = this.findMatching();
    return best === undefined ? undefined : !NEGATED.test(best.text);
  }

  /**
   * Returns candidates for a string in a JSON Schema format: email addresses, URLs, dates, or dates with midnight as
   * the time.
   */
  findFormatted(format: NonNullable<SchemaNode["format"]>): string[] {
    if (format === "email" || format === "uri") return this.findNearest(format === "uri" ? "url" : "email");
    const days = this.findNearest("date")
      .map(toIsoDate)
      .filter((day) => day !== undefined);
    return format === "date" ? days : days.map((day) => `${day}T00:00:00Z`);
  }

  /** Splits the text into the parts that become the items of an array. Each part is searched separately. */
  findItems(item: SchemaNode, most: number): PropertyEvidence[] {
    const piece = (text: string) => new PropertyEvidence(text);
    if (item.properties !== undefined) return this.findRecords(Object.keys(item.properties), most).map(piece);
    if (item.enum !== undefined) {
      const mentioned = item.enum
        .map(String)
        .filter((label) => this.scope.toLowerCase().includes(label.toLowerCase()));
      return mentioned.map(piece);
    }
    if (item.type === "number" || item.type === "integer") return extract("number", this.scope).map(piece);
    return this.findTexts(most).map(piece);
  }

  private findTexts(most: number): string[] {
    const kind = this.detectKind();
    if (kind !== undefined) return extract(kind, this.scope).slice(0, most);
    if (KEYWORDS.test(this.name)) return findKeywords(this.scope, Math.min(most, 8));
    const labelled = this.findLabeledValue();
    if (labelled?.includes(",") === true) {
      return labelled
        .split(/,\s*(?:and\s+)?/)
        .map((each) => each.replace(/[.;]$/, "").trim())
        .slice(0, most);
    }
    if (POINTS.test(this.name) || SUMMARY.test(this.name)) return this.findCentral(Math.min(most, 5));
    return this.findMatching()
      .slice(0, Math.min(most, 5))
      .map(({ text }) => text);
  }

  /** Returns lines or sentences that mention at least one of these properties and are not a total. */
  private findRecords(names: string[], most: number): string[] {
    const signs = names.map((name) => new PropertyEvidence("", toSpokenName(name)));
    const lines = this.corpus.sentences.filter(
      ({ text }) =>
        !TOTAL.test(text) &&
        signs.some((sign) => {
          const kind = sign.detectKind();
          return kind !== undefined ? extract(kind, text).length > 0 : sign.isNamedIn(text);
        }),
    );
    return lines.slice(0, most).map(({ text }) => text);
  }

  private isNamedIn(text: string): boolean {
    const terms = new Set(extractTerms(text));
    return extractTerms(this.name).some((term) => terms.has(term));
  }

  private isNamed(): boolean {
    return this.name === "" || this.findMatching().length > 0;
  }

  private detectKind(): EntityKind | undefined {
    const byName = KINDS.find(([pattern]) => pattern.test(this.name));
    return (byName ?? KINDS.find(([pattern]) => this.name === "" && pattern.test(this.description)))?.[1];
  }

  private findCentral(count: number): string[] {
    return findCentralSentences(this.corpus, count).map(({ text }) => text);
  }

  /** Returns the sentences that match the property's name or, if there are none, its description, best first. */
  private findMatching(): Sentence[] {
    const byName = sortByScore(this.corpus.match(this.name)).filter(({ score }) => score > 0);
    const found = byName.length > 0 ? byName : sortByScore(this.corpus.match(this.description));
    return found.filter(({ score }) => score > 0).map(({ sentence }) => sentence);
  }

  /** Returns the text that follows "name:" or "name =" at the start of a line, or undefined. */
  private findLabeledValue(): string | undefined {
    if (this.name === "") return undefined;
    const ownName = this.name.toLowerCase();
    for (const { text } of this.corpus.sentences) {
      const [, label = "", value = ""] =
        /^["'*_\s]*([\p{L}\p{N} _-]{1,60})["'*_\s]*[:=]\s*(.+)$/u.exec(text) ?? [];
      const isSame = toSpokenName(label).toLowerCase() === ownName;
      if (value !== "" && isSame) return value.replace(/[,;]$/, "").trim().slice(0, MAX_VALUE_CHARS);
    }
    return undefined;
  }

  /** Returns entities of one kind, nearest to the property's name first. */
  private findNearest(kind: EntityKind): string[] {
    const terms = new Set(extractTerms(this.name));
    const sentences = this.findMatching().map(({ text }) => text);
    const near = sentences.flatMap((text) => sortByDistance(extract(kind, text), text, terms));
    return [...new Set([...near, ...extract(kind, this.scope)])];
  }
}

/** Sorts entities by their distance from a word that matches one of the terms. */
function sortByDistance(found: string[], text: string, terms: ReadonlySet<string>): string[] {
  const named = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(([word]) => extractTerms(word).some((term) => terms.has(term)))
    .map(({ index }) => index);
  const measureDistance = (thing: string): number => {
    const at = text.indexOf(thing);
    return Math.min(NEAR_CHARS, ...named.map((index) => Math.abs(index - at)));
  };
  return [...found].sort((a, b) => measureDistance(a) - measureDistance(b));
}
