
// --- drawing, equations and file ----------------------------------------------------------------

{
    const data = JSON.parse(document.getElementById("data").textContent);
    // Pointing at a term lights what it comes from in the drawing, and the other way round.
    const items = [...document.querySelectorAll("#diagram g[data-item]")];
    const terms = [...document.querySelectorAll("math[data-of]")];
    const of = (term) => term.dataset.of.split("|");
    for (const term of terms) {
        term.addEventListener("pointerenter", () => { const own = of(term); items.forEach((item) => item.classList.toggle("lit", own.includes(item.dataset.item))); });
        term.addEventListener("pointerleave", () => items.forEach((item) => item.classList.remove("lit")));
    }
    for (const item of items) {
        item.addEventListener("pointerenter", () => terms.forEach((term) => term.classList.toggle("lit", of(term).includes(item.dataset.item))));
        item.addEventListener("pointerleave", () => terms.forEach((term) => term.classList.remove("lit")));
    }
    document.getElementById("take").addEventListener("click", () => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([data.model], { type: "application/json" }));
        link.download = `${data.name.replace(/[^\p{L}\p{N} _-]/gu, "_")}.lagr`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });

}
