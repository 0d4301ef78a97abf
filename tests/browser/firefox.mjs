// What a reader sees in Firefox, as JSON: `node firefox.mjs PROGRAM ADDRESS PAGE`. Driven over WebDriver BiDi, which
// Firefox itself speaks; Playwright drives only a Firefox of its own.
import puppeteer from "puppeteer-core";

const [program, address, path] = process.argv.slice(2);
const PATIENCE = 120_000; // milliseconds, on a busy machine

const browser = await puppeteer.launch({ browser: "firefox", executablePath: program, timeout: PATIENCE, protocolTimeout: PATIENCE });
const found = { version: await browser.version(), console: [] };
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("console", (message) => found.console.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => found.console.push(`error: ${error}`));

  const texts = (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));
  const status = (part) => page.waitForFunction((text) => document.querySelector(".search-status")?.textContent.includes(text), {}, part);
  const ready = () => page.waitForSelector("dialog[open] .search-scope:enabled");
  const ask = async (text) => {
    await page.$eval(".search-input", (input) => input.select());
    await page.type(".search-input", text);
    await page.waitForFunction(
      () => document.querySelector(".search-result__excerpt")?.textContent && !document.querySelector(".search-status").textContent.includes("to come"),
    );
  };

  await page.goto(address + path);
  await page.keyboard.press("/");
  await ready();
  await ask("session");
  found.keyword = { status: (await texts(".search-status"))[0], headings: await texts(".search-result__heading"), marked: await texts(".search-result__excerpt mark") };
  await ask('"visible ASCII characters"');
  await page.waitForFunction(() => document.querySelectorAll(".search-result").length === 1);
  found.phrase = await texts(".search-result__heading");

  await page.keyboard.press("ArrowDown");
  found.active = await page.$eval(".search-input", (input) => input.getAttribute("aria-activedescendant"));
  await page.keyboard.press("Enter");
  await page.waitForSelector(".search-unmark");
  found.opened = { hash: await page.evaluate(() => location.hash), marks: await page.evaluate(() => [...CSS.highlights.get("strata")].map(String)) };
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".search-unmark"));

  await page.goto(`${address}search/?q=closing+the+conversation&scope=tide@2.0`);
  await status("Hybrid results");
  found.hybrid = await texts(".search-result__heading");
} finally {
  await browser.close();
}
console.log(JSON.stringify(found));
