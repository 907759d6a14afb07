import LoginFlow

/// What a form is drawn from while it is edited and nothing lies over it, the window's size aside.
struct Sketch: Equatable {
    /// The focused element.
    let focus: ElementID
    /// The form.
    let picture: FormPicture
    /// The help line.
    let help: [HelpItem]
}
